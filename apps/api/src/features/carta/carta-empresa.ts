import type { Tx } from '../../db/transaction.ts'
import { LEMA, PRODUCTO } from '../../instalacion/version.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readProducto } from '../sistema/sistema.door.ts'
import { readAjuste, readEmisor } from './ajuste.sql.ts'
import type { Carta } from './carta-cuenta.service.ts'
import { htmlOf } from './carta-html.ts'
import { enLinea, remitenteOf } from './remitente.ts'

interface Contenido {
  asunto: string
  cuerpo: string
  hechos: readonly (readonly [string, string])[]
  nota: string
  /** The page with more for the receiver. */
  enlace?: { texto: string; url: string }
}

/** A letter of the company to a client, like its mails about documents: its name, the address for answers, its closing words. */
export async function cartaDeEmpresa(
  tx: Tx,
  { empresaId, nombreComercial, razonSocial }: Pick<SesionAbierta, 'empresaId' | 'nombreComercial' | 'razonSocial'>,
  { asunto, cuerpo, hechos, nota, enlace }: Contenido,
): Promise<Omit<Carta, 'para'>> {
  const [ajuste, { correo, ambiente }, producto] = [
    await readAjuste(tx, empresaId),
    await readEmisor(tx, empresaId),
    await readProducto(tx),
  ]
  const empresa = nombreComercial ?? razonSocial
  const pie = ajuste?.pie ?? empresa
  const hecho = `Enviado con ${producto ?? PRODUCTO} · ${LEMA}`
  const responderA = ajuste && ajuste.responder_a.length > 0 ? ajuste.responder_a : correo ? [correo] : []
  return {
    asunto: enLinea(asunto),
    texto: `${cuerpo}\n\n${enlace ? `${enlace.texto}:\n${enlace.url}\n\n` : ''}${nota}\n\n${pie}\n${hecho}\n`,
    ambiente,
    comoEmpresa: {
      de: remitenteOf(ajuste?.remitente ?? empresa, producto),
      responder_a: responderA,
      html: htmlOf({ titulo: asunto, empresa, aviso: '', cuerpo, hechos, ...(enlace && { enlace }), nota, pie, hecho }),
    },
  }
}
