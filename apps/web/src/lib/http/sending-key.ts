// crypto.randomUUID exists only over https or on localhost; a till may reach the server by plain http.
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Makes the Idempotency-Key of a form: the same content keeps its key, so that sending it again repeats nothing. */
export function createSendingKey(): (content: unknown) => Record<string, string> {
  let last: { text: string; key: string } | undefined
  return (content) => {
    const text = JSON.stringify(content)
    if (last?.text !== text) last = { text, key: randomKey() }
    return { 'Idempotency-Key': last.key }
  }
}
