"""Merge what the shards of `triplecheck check --format lines` wrote into one report.

Of several lines on one document the last counts, in the order of the files. Documents that did not come to their end are
listed as such.

Exit status: as of check; 2 also where a document has no result.

  triplecheck check pages --format lines --shard 1/2 --output 1.jsonl
  triplecheck check pages --format lines --shard 2/2 --output 2.jsonl
  triplecheck merge 1.jsonl 2.jsonl > report.json
"""

import argparse
import json
import sys
from typing import Any

from checks.judging.judge import VERDICTS
from checks.messages import LANGUAGES, message
from checks.report.json import FORMAT
from checks.running.corpus import NotLines, read_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `triplecheck merge`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="files that --format lines wrote")
    parser.add_argument("--format", choices=("json", "text"), default="json", help="one JSON report, or the totals")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the totals")


def run(arguments: argparse.Namespace) -> int:
    """Merge the files; a file that holds other lines is named, and nothing is printed."""
    try:
        found = {line["path"]: line for path in arguments.files for line in read_lines(path)}
    except NotLines as error:
        return _refused(message("corpus.not_lines", arguments.lang, path=error.args[0], line=error.args[1]))
    except OSError as error:
        return _refused(message("corpus.closed", arguments.lang, path=error.filename, why=error.strerror or ""))
    merged = _merged([found[path] for path in sorted(found)])
    print(json.dumps(merged, ensure_ascii=False, indent=1) if arguments.format == "json" else _totals(merged, arguments.lang))
    return _status(merged)


def _merged(lines: list[dict[str, Any]]) -> dict[str, Any]:
    documents = [line["document"] for line in lines if line["status"] == "checked"]
    unfinished = [{k: line[k] for k in ("path", "status", "message")} for line in lines if line["status"] != "checked"]
    total = {verdict: sum(d["summary"][verdict] for d in documents) for verdict in VERDICTS}
    return {"format": FORMAT, "documents": documents, "summary": total, "unfinished": unfinished}


def _totals(merged: dict[str, Any], lang: str) -> str:
    counts = {"checked": len(merged["documents"]), "unfinished": len(merged["unfinished"])}
    said = {"wrong": merged["summary"]["wrong"], "carried": merged["summary"]["carried"]}
    lines = [one["message"] for one in merged["unfinished"]]
    return "\n".join([*lines, message("corpus.totals", lang, documents=sum(counts.values()), **counts, **said)])


def _status(merged: dict[str, Any]) -> int:
    if merged["summary"]["disagree"]:
        return 3
    if merged["unfinished"]:
        return 2
    return 1 if merged["summary"]["wrong"] or merged["summary"]["carried"] else 0


def _refused(sentence: str) -> int:
    print(f"triplecheck: {sentence}", file=sys.stderr)
    return 2
