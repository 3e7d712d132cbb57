"""Who may ask, and what a browser may do with the answer.

Other sites' pages are kept out: a name that is not ours in Host (DNS rebinding: a foreign name made to point here), a POST
or a part of a page asked for by another site. Answers carry a policy that runs our script alone and loads nothing else.
"""

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from checks.messages import message
from checks.serve.pages import spoken

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def guarded(app: ASGIApp, names: Collection[str]) -> ASGIApp:
    """The application, for requests that are ours; `names` are names of this host besides localhost and its addresses."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await app(scope, receive, send)
        headers = Headers(scope=scope)

        async def sealed(sent: Message) -> None:
            if sent["type"] == "http.response.start":
                given = MutableHeaders(scope=sent)
                for name, value in HEADERS.items():
                    given.setdefault(name, value)
            await send(sent)

        status = refusal(scope["method"], headers, names)
        if status:
            sentence = message(f"serve.refused_{status}", spoken(None, headers.get("accept-language", "")))
            return await PlainTextResponse(sentence, status)(scope, receive, sealed)
        return await app(scope, receive, sealed)

    return guard


def refusal(method: str, headers: Headers, names: Collection[str]) -> int:
    """The status that a request is refused with; 0 for one that is ours."""
    host = headers.get("host", "")
    if not _ours(host, names):
        return 421
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
        return 403
    foreign = site not in ("none", "same-origin")
    visit = method == "GET" and headers.get("sec-fetch-mode") == "navigate"
    return 403 if foreign and not visit else 0


def _ours(host: str, names: Collection[str]) -> bool:
    """Addresses cannot be rebound, as names can."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or name in names or bool(ip_address(name))
    except ValueError:
        return False
