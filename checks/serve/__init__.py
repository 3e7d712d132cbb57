"""The local page: paste, drop or edit a derivation and see its verdicts beside the lines.

guard.py says who may ask, desk.py gives each request a process that can be killed, work.py is what such a process does,
app.py puts them together. What is judged, and how, is not decided here.
"""
