# KEY is an API key with exports:read and exports:write. The answer has the subscription's id and its secret.
curl --fail-with-body BASE_URL/api/v1/webhooks/subscriptions \
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \
  -d '{"url": "https://shop.example/webhooks", "events": ["recompute.completed"], "providers": ["platform"]}'

# Sends a test. The answer has the delivery's id, under which you see what became of it.
curl --fail-with-body -X POST BASE_URL/api/v1/webhooks/test/SUBSCRIPTION_ID \
  -H "Authorization: Bearer $KEY"
curl --fail-with-body BASE_URL/api/v1beta/webhooks/deliveries/DELIVERY_ID \
  -H "Authorization: Bearer $KEY"

# A look at one request by hand: the bytes of its body in body.json, its headers in ID, TIMESTAMP and
# SIGNATURE, the secret in SECRET. One signature in SIGNATURE has to be what this prints. A receiver should
# use a library, which also refuses requests that are old.
key=$(printf %s "${SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
{ printf '%s.%s.' "$ID" "$TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A | sed 's/^/v1,/'
