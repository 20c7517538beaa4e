/** The local authority: beside the product (O-113) where nobody said otherwise. */
function controlUrl(): string {
  const product = new URL(process.env.E2E_URL ?? '')
  return `${process.env.E2E_SIMULADOR_URL ?? `http://${product.hostname}:${Number(product.port) + 1}`}/control`
}

async function control(call: string, body: object): Promise<void> {
  const answer = await fetch(`${controlUrl()}/${call}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
}

/** What the authority answers from now on to documents for this receiver: 69 refuses them, null forgets. */
export const judgeReceptor = (identificacion: string, codigo: string | null) => control('receptor', { identificacion, codigo })
