import { renderRide } from '@yupana/sri'

import type { Pedido, Respuesta } from './mensaje.ts'

/** Does one piece of work of the press, in whichever thread it is called. */
export async function hacer({ xml, opciones }: Pedido): Promise<Respuesta> {
  try {
    return { ok: true, bytes: await renderRide(xml, opciones) }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) }
  }
}
