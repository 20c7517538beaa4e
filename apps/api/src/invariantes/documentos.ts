import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { claveAccesoIsValid, MODO_EMISION } from '@yupana/fiscal'
import { verifyOwnBytes } from '@yupana/sri'

import type { EmpresaId } from '../db/empresa-id.ts'
import { NOMBRE, Recuento, type Hallazgo, type Revision } from './invariante.ts'
import { pages } from './paginas.ts'
import { montosOf, type Montos } from './xml-montos.ts'

interface Fila extends Montos {
  empresa_id: EmpresaId
  id: string
  nombre: string
  clave: string
  modo_emision: number
  tipo: string
  xml: Buffer | null
  sha256: Buffer | null
  firmado: Buffer | null
  firmado_sha256: Buffer | null
  der: Buffer | null
}

const QUERY = `
  select d.empresa_id, d.id, ${NOMBRE} as nombre, d.clave, d.modo_emision, d.tipo, d.subtotal, d.descuento, d.iva, d.total, case d.tipo when '06' then coalesce((
           select sum(l.cantidad) from documento_linea l where l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version), 0)::bigint else 0 end as cantidad,
         v.xml, v.sha256, f.xml as firmado, f.sha256 as firmado_sha256, c.der
    from documento d
    left join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version
    left join documento_firma f on f.empresa_id = d.empresa_id and f.documento_id = d.id and f.version = d.version
    left join certificado c on c.empresa_id = f.empresa_id and c.id = f.certificado_id
   where (d.empresa_id, d.id) > ($1, $2) order by d.empresa_id, d.id limit $3`

const PROGRESS = 50_000
const MAX_XML = 4_000_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function inflate(stored: Buffer): Buffer | undefined {
  try {
    return inflateRawSync(stored, { maxOutputLength: MAX_XML })
  } catch {
    return undefined
  }
}

/** The signed text without its signature, which is the issued text. */
function withoutSignature(signed: string): string {
  const start = signed.indexOf('<ds:Signature ')
  const end = signed.indexOf('</ds:Signature>')
  return start < 0 || end < 0 ? signed : signed.slice(0, start) + signed.slice(end + '</ds:Signature>'.length)
}

function problemasDeFirma(fila: Fila, emitido: Buffer): readonly string[] {
  if (!fila.firmado || !fila.firmado_sha256) return []
  const signed = inflate(fila.firmado)
  if (!signed) return ['los bytes firmados no se pueden leer']
  if (!sha256(signed).equals(fila.firmado_sha256)) return ['los bytes firmados cambiaron']
  if (withoutSignature(signed.toString('utf8')) !== emitido.toString('utf8')) return ['se firmó otra cosa que lo emitido']
  return fila.der ? verifyOwnBytes(signed, fila.der) : ['falta el certificado con que se firmó']
}

const NOMBRES = {
  total: 'total',
  subtotal: 'subtotal',
  descuento: 'descuento',
  iva: 'IVA',
  cantidad: 'cantidad',
} as const satisfies Record<keyof Montos, string>

function problemasDeMontos(fila: Fila, xml: string): readonly string[] {
  const montos = montosOf(fila.tipo, xml)
  if (!montos) return ['su XML no tiene totales']
  const campos = Object.keys(NOMBRES) as (keyof Montos)[]
  return [
    ...campos.filter((campo) => montos[campo] !== fila[campo]).map((campo) => `${NOMBRES[campo]} ${fila[campo]}, XML ${montos[campo]}`),
    ...(montos.lineas === montos.subtotal ? [] : [`las líneas del XML suman ${montos.lineas} y su subtotal dice ${montos.subtotal}`]),
    ...(montos.suma === montos.total ? [] : [`el XML suma ${montos.suma} y dice ${montos.total}`]),
  ]
}

/** Checks of the bytes: claves (I1), hashes and signatures (I5), totals inside the XML (I12). */
export async function reviewDocumentos({ owner, onProgress }: Revision): Promise<Hallazgo[]> {
  const claves = new Recuento('I1', 'Cada clave de acceso tiene su dígito verificador')
  const firmas = new Recuento('I5', 'Lo emitido y lo firmado no cambiaron, y la firma vale')
  const totales = new Recuento('I12', 'El XML dice los mismos totales que su fila')
  for await (const filas of pages<Fila>(owner, QUERY)) {
    for (const fila of filas) {
      claves.revisados++
      if (fila.modo_emision === MODO_EMISION.ELECTRONICO && !claveAccesoIsValid(fila.clave)) claves.add(`${fila.nombre}: ${fila.clave}`)
      const xml = fila.xml && inflate(fila.xml)
      if (!fila.xml) continue // Reported by I3.
      firmas.revisados++
      if (!xml || !fila.sha256 || !sha256(xml).equals(fila.sha256)) {
        firmas.add(`${fila.nombre}: el XML emitido cambió`)
        continue
      }
      const problemas = problemasDeFirma(fila, xml)
      if (problemas.length > 0) firmas.add(`${fila.nombre}: ${problemas.join(' ')}`)
      totales.revisados++
      const diferencias = problemasDeMontos(fila, xml.toString('utf8'))
      if (diferencias.length > 0) totales.add(`${fila.nombre}: ${diferencias.join(', ')}`)
    }
    if (claves.revisados % PROGRESS === 0) onProgress(`${claves.revisados} documentos revisados…`)
  }
  return [claves, firmas, totales].map((recuento) => recuento.hallazgo())
}
