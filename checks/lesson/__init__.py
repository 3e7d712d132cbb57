"""The lesson: one self-contained page on attention, with certified tables inside that its script is held against.

page.html, style.css and script/*.js are put together by `page`; `tables` computes what the exact engine certifies.
"""
