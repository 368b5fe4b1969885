"""requests-oauthlib: authorization code with PKCE, then a refresh."""

import json
import os
import urllib.request

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"

import flow
from requests_oauthlib import OAuth2Session

registration = {
    "client_name": "requests-oauthlib",
    "redirect_uris": [flow.REDIRECT],
    "token_endpoint_auth_method": "none",
}
request = urllib.request.Request(
    f"{flow.BASE}/oauth/mcp/register",
    data=json.dumps(registration).encode(),
    headers={"Content-Type": "application/json"},
)
client = json.load(urllib.request.urlopen(request))["client_id"]
session = OAuth2Session(client, redirect_uri=flow.REDIRECT, scope=["mcp:read"], pkce="S256")
url, _ = session.authorization_url(f"{flow.BASE}/oauth/mcp/authorize", resource=flow.MCP)
first = session.fetch_token(
    f"{flow.BASE}/oauth/mcp/token",
    authorization_response=flow.go(url),
    include_client_id=True,
)
assert flow.reaches(first["access_token"]) == (200, 200)
second = session.refresh_token(
    f"{flow.BASE}/oauth/mcp/token", client_id=client, refresh_token=first["refresh_token"]
)
print("refreshed")
flow.burn(client, second["access_token"], first["refresh_token"])
