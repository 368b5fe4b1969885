"""What the Python clients have in common."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ["BASE_URL"]
MCP = os.environ["MCP_URL"]
REDIRECT = "http://127.0.0.1:3999/callback"


def go(url):
    """Sends the person there; the address that they were sent back to."""
    print(f"AUTHORIZE {url}", flush=True)
    return input()


def status(url, token, body=None):
    """HTTP status of a request with the token."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data)
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", "application/json")
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        return error.code


def reaches(token):
    """HTTP status of both interfaces for the token."""
    whoami = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami"}}
    return status(f"{BASE}/api/v1/workspaces", token), status(MCP, token, whoami)


def refresh(client_id, token):
    """A refresh as any client makes it: status and answer."""
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": client_id}
    data = urllib.parse.urlencode(form).encode()
    try:
        answer = urllib.request.urlopen(f"{BASE}/oauth/mcp/token", data=data)
    except urllib.error.HTTPError as error:
        answer = error
    return answer.status, json.loads(answer.read())


def burn(client_id, access, old):
    """Replays a refresh token that was used before: everything of its family is dead at once."""
    assert reaches(access) == (200, 200), reaches(access)
    code, answer = refresh(client_id, old)
    assert (code, answer["error"]) == (400, "invalid_grant"), (code, answer)
    assert reaches(access) == (401, 401), reaches(access)
    print("a replay burned the family on both interfaces")
