"""Authlib: authorization code with PKCE, refresh, revocation."""

import json
import urllib.request

import flow
from authlib.integrations.requests_client import OAuth2Session


def fetch(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers={"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))


server = fetch(f"{flow.BASE}/.well-known/oauth-authorization-server")
assert server["issuer"] == flow.BASE, server
registration = {
    "client_name": "Authlib",
    "redirect_uris": [flow.REDIRECT],
    "token_endpoint_auth_method": "none",
}
client = fetch(server["registration_endpoint"], registration)["client_id"]
session = OAuth2Session(
    client,
    scope="mcp:read mcp:read_pii",
    redirect_uri=flow.REDIRECT,
    code_challenge_method="S256",
    token_endpoint_auth_method="none",
)
verifier = "v" * 64
url, state = session.create_authorization_url(
    server["authorization_endpoint"], code_verifier=verifier, resource=flow.MCP
)
back = flow.go(url)
first = session.fetch_token(
    server["token_endpoint"], authorization_response=back, code_verifier=verifier, state=state
)
assert set(first["scope"].split()) == {"mcp:read", "mcp:read_pii"}, first
assert flow.reaches(first["access_token"]) == (200, 200)
second = session.refresh_token(server["token_endpoint"], refresh_token=first["refresh_token"])
assert second["refresh_token"] != first["refresh_token"]
assert flow.reaches(second["access_token"]) == (200, 200)
print("refreshed")
answer = session.revoke_token(server["revocation_endpoint"], token=second["refresh_token"])
assert answer.status_code == 200, answer.text
assert flow.reaches(second["access_token"]) == (401, 401)
print("revoked")
