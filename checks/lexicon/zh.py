"""Chinese words, as far as they are needed to read a page. They stand in runs of characters, without blanks between."""

ROLES = {
    "分数": "scores", "得分": "scores", "打分": "scores", "权重": "weights", "注意力权重": "weights", "输出": "output",
    "结果": "output",    "指数": "exp", "求和": "sum", "总和": "sum", "最大值": "max", "缩放": "scaled", "掩码": "masked",
}  # fmt: skip
ROW = ("行", "词")
LETTERS = ("设", "令", "记", "取", "由", "则", "故", "当", "即", "若", "有", "和", "与", "为", "得")
STOP = ("的", "是", "在", "和", "为", "了", "与", "对", "个", "一")
SUMS = ("之和为", "总和为", "和为", "相加得")
RANGES: tuple[str, ...] = ()
ABOUT = ("约", "大约")
CAUSAL = ("因果",)
HIDING = ("掩", "遮", "屏蔽")
UNMASKED = ("没有", "不", "之前")
THEN: tuple[str, ...] = ()
SIGHT: tuple[str, ...] = ()
MASKS = ("窗口", "填充", "局部")
LENGTH = ("长度",)
COSTS: dict[str, str] = {}
AGAIN = ("即", "或")
INPUTS = {"查询": "Q", "键": "K", "值": "V"}
VERBS = ("是", "为", "等于", "得到")
JOINS = ("和",)
ORDINALS: dict[str, int] = {}
FOLDS: dict[str, str] = {}
CORRECTED: tuple[str, ...] = ()
ATTENDS: tuple[str, ...] = ()
BETWEEN: tuple[str, ...] = ()
SPOKEN: dict[str, str] = {}
BY = ("以",)
EVERY = (
    "每行",
    "每一行",
)
THEY = ("它们",)
