import { createHmac } from 'node:crypto'
import { buildClaveAcceso, formatSecuencial, type Fecha } from '@yupana/fiscal'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { contextoEmpresa } from '../../../secretos/contextos.ts'

/** A series: documents whose numbers follow one another. */
export interface CualSerie {
  empresaId: EmpresaId
  ambiente: Ambiente
  tipo: string
  establecimiento: string
  punto: string
}

/** Digit of the environment in the XML: the local authority's documents are trials too (O-90). */
export const ambienteSri = (ambiente: Ambiente): '1' | '2' => (ambiente === 'PRODUCCION' ? '2' : '1')

/** First eight digits derived from the company's secret: a retry or a restored backup gives the same clave (O-86). */
export function codigoNumerico(
  secreto: Buffer,
  { tipo, establecimiento, punto, ambiente }: Omit<CualSerie, 'empresaId'>,
  secuencial: number,
): string {
  const digest = createHmac('sha256', secreto).update(`${tipo}|${establecimiento}${punto}|${secuencial}|${ambiente}`).digest()
  return (digest.readBigUInt64BE(0) % 100_000_000n).toString().padStart(8, '0')
}

/** What tells a document from every other. */
export interface Identidad {
  secuencial: string
  clave: string
  ambienteSri: '1' | '2'
}

const secrets = new Map<string, Buffer>()

function openSecreto({ sobre }: Pick<Deps, 'sobre'>, empresaId: EmpresaId, sealed: Buffer): Buffer {
  const key = `${empresaId}|${sealed.toString('base64')}`
  const known = secrets.get(key) ?? sobre.abrirCorto(sealed, contextoEmpresa(empresaId))
  if (secrets.size > 5_000) secrets.clear()
  secrets.set(key, known)
  return known
}

/** Number and clave de acceso of one document of the series: always the same, also after a restore (reliability §2.2-3). */
export function identify(
  deps: Pick<Deps, 'sobre'>,
  serie: CualSerie,
  emisor: { ruc: string; secreto: Buffer },
  fecha: Fecha,
  secuencial: number,
): Identidad {
  const padded = formatSecuencial(secuencial)
  const clave = buildClaveAcceso({
    fechaEmision: fecha,
    codDoc: serie.tipo,
    ruc: emisor.ruc,
    ambiente: ambienteSri(serie.ambiente),
    estab: serie.establecimiento,
    ptoEmi: serie.punto,
    secuencial: padded,
    codigoNumerico: codigoNumerico(openSecreto(deps, serie.empresaId, emisor.secreto), serie, secuencial),
  })
  return { secuencial: padded, clave, ambienteSri: ambienteSri(serie.ambiente) }
}
