import { product } from './product.ts'

async function control(call: string, body: object): Promise<void> {
  const answer = await fetch(`${product().simulador}/control/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
}

/** Takes the authority away, or brings it back. */
export const setCaido = (caido: boolean) => control('config', { caido })

/** What the authority answers from now on to documents for this receiver: 69 refuses them, null forgets. */
export const judgeReceptor = (identificacion: string, codigo: string | null) => control('receptor', { identificacion, codigo })

/** As the portal of the authority has a document: voided, waiting for its receiver, or valid again. */
export const setAnulado = (clave: string, estado: 'ANULADO' | 'PENDIENTE DE ANULAR' | null) => control('anular', { clave, estado })
