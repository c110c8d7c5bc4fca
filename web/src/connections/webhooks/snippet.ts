/** A receiver that checks what it gets, with the package that the standard has for Node. */
export const verifySnippet = `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.FOYER_WEBHOOK_SECRET)

app.post('/hooks/foyer', express.raw({ type: 'application/json' }), (request, response) => {
  const event = webhook.verify(request.body.toString(), request.headers)
  console.log(event.type, event.data)
  response.sendStatus(204)
})`
