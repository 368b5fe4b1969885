// npm install standardwebhooks
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

type Event = { id: string; type: string; timestamp: string; profile_id: string; data: unknown };

const webhook = new Webhook(process.env.WEBHOOK_SECRET!);
const seen = new Set<string>(); // in earnest: a table with a unique column

createServer(async (request, response) => {
  // The signature is of the bytes as they came: read them before anything parses them.
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  let event: Event;
  try {
    const headers = request.headers as Record<string, string>;
    event = webhook.verify(Buffer.concat(chunks), headers) as Event;
  } catch {
    response.writeHead(400).end();
    return;
  }
  // A delivery may come more than once, always under the same id.
  const delivery = String(request.headers["webhook-id"]);
  if (!seen.has(delivery)) {
    seen.add(delivery);
    console.log(event.type, event.data);
  }
  response.writeHead(204).end();
}).listen(8000);
