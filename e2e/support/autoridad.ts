import { product } from './product.ts'

async function control(call: string, body: object): Promise<void> {
  const answer = await fetch(`${product().simulador}/control/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
}

/** Stops the simulated authority, or starts it again. */
export const setCaido = (caido: boolean) => control('config', { caido })

/** The authority's answer to documents for this receiver from now on: 69 refuses them, null resets it. */
export const judgeReceptor = (identificacion: string, codigo: string | null) => control('receptor', { identificacion, codigo })

/** State of a document at the authority's portal: voided, waiting for its receiver, or valid again. */
export const setAnulado = (clave: string, estado: 'ANULADO' | 'PENDIENTE DE ANULAR' | null) => control('anular', { clave, estado })
