import { createPrivateKey } from 'node:crypto'
import http from 'node:http'
import { importRecibido, MAX_RECIBIDOS_ZIP, pathOf, readRecibido, searchRecibido, type Importacion } from '@yupana/contract'
import { buildClaveAcceso } from '@yupana/fiscal'
import { createFirmante, comprobanteToXml, readP12, signXml } from '@yupana/sri'
import pg from 'pg'

import type { EmpresaId } from '../../src/db/empresa-id.ts'
import type { Bench } from './bench.ts'
import { startContabilidad } from './contabilidad-datos.ts'
import { hasProc, rssOf } from './cpu.ts'
import { facturaMuestra } from './factura-muestra.ts'
import { figuraOf, percentile } from './figura.ts'
import { PASSWORD_P12, issueP12, rucOf, signIn, USUARIO } from './prepare.ts'
import { timedGet } from './timed-get.ts'
import { zipOf } from './zip.ts'

const LINEAS = 10
const PROPUESTAS = 200
const PAGINAS = 100
const MUESTRA_MS = 20
/** Supplier of the first company. */
const PROVEEDOR = rucOf(2)

/** A thousand facturas of one supplier to that company, in their downloaded form. */
async function thousandOf(dataDir: string, receptor: string): Promise<Buffer> {
  const { certificado, privateKey } = readP12(await issueP12(dataDir, PROVEEDOR, ['--sin-cadena']), PASSWORD_P12)
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
  const firmante = createFirmante({ certificado, privateKey: key })
  const at = new Date()
  const files = Array.from({ length: MAX_RECIBIDOS_ZIP }, (_, n) => {
    const factura = facturaMuestra(n, LINEAS, PROVEEDOR)
    const comprador = {
      tipoIdentificacionComprador: '04',
      identificacionComprador: receptor,
      razonSocialComprador: 'EMPRESA DE MEDICIÓN 1 S.A.S.',
    }
    const identidad = { ...factura.infoTributaria, ambiente: '2' as const }
    const { fechaEmision } = factura.infoFactura
    const claveAcceso = buildClaveAcceso({ ...identidad, fechaEmision, codigoNumerico: '12345678' })
    const documento = { ...factura, infoTributaria: { ...identidad, claveAcceso }, infoFactura: { ...factura.infoFactura, ...comprador } }
    return { nombre: `${n}.xml`, bytes: Buffer.from(signXml(firmante, comprobanteToXml({ tipo: 'factura', documento }), at)) }
  })
  return zipOf(files)
}

async function bring(url: string, token: string, zip: Buffer): Promise<Importacion> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(zip)]), 'recibidos.zip')
  const response = await fetch(url, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } })
  const body = (await response.json()) as { msg: string; data: Importacion }
  if (!response.ok) throw new Error(`${response.status} ${body.msg} ${JSON.stringify(body.data).slice(0, 300)}`)
  return body.data
}

/** Received documents: a thousand at once, their proposals, and the inbox of a company of 200,000. */
export const recibidos: Bench = async ({ say }) => {
  const installation = await startContabilidad(say)
  const { baseUrl, api, config, database } = installation
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const owner = new pg.Client({ connectionString: database.adminUrl })
  try {
    await owner.connect()
    const { rows } = await owner.query<{ id: EmpresaId; ruc: string }>('select id, ruc from empresa order by ruc limit 1')
    const empresa = rows[0]!
    const forget = () => owner.query('delete from recibido where empresa_id = $1 and emisor_ruc = $2', [empresa.id, PROVEEDOR])
    await forget()
    const token = await signIn(baseUrl, `${USUARIO}1`)
    const zip = await thousandOf(config.dataDir, empresa.ruc)
    const before = rssOf(api.pid ?? 0)
    let most = before
    const timer = setInterval(() => (most = Math.max(most, rssOf(api.pid ?? 0))), MUESTRA_MS)
    const began = performance.now()
    const hecho = await bring(baseUrl + pathOf(importRecibido), token, zip).finally(() => clearInterval(timer))
    await timedGet(agent, `${baseUrl}${pathOf(searchRecibido)}?page=1&size=10`, token)
    const visible = (performance.now() - began) / 1000
    if (hecho.nuevos !== MAX_RECIBIDOS_ZIP) throw new Error(`${hecho.nuevos} came in: ${JSON.stringify(hecho.archivos[0])}`)
    const { rows: nuevos } = await owner.query<{ id: string }>(
      'select id from recibido where empresa_id = $1 and emisor_ruc = $2 order by numero limit $3',
      [empresa.id, PROVEEDOR, PROPUESTAS],
    )
    const proposals: number[] = []
    for (const { id } of nuevos) proposals.push(await timedGet(agent, baseUrl + pathOf(readRecibido, { id }), token))
    const pages: Record<string, number[]> = { primera: [], 'por-estado': [], 'por-emisor': [] }
    const queries: Record<string, string> = { primera: '', 'por-estado': '&estado=NUEVO', 'por-emisor': `&q=${PROVEEDOR}` }
    for (let n = 0; n < PAGINAS; n++)
      for (const [name, times] of Object.entries(pages))
        times.push(await timedGet(agent, `${baseUrl}${pathOf(searchRecibido)}?page=1&size=10${queries[name]}`, token))
    await forget()
    const target = { sign: '<=', limit: 50 } as const
    return [
      figuraOf({
        name: 'recibidos.mil',
        what: `Import of ${MAX_RECIBIDOS_ZIP} signed facturas of ${LINEAS} lines in a ZIP, until the inbox shows them`,
        value: visible,
        unit: 's',
        target: { sign: '<=', limit: 20 },
      }),
      ...(hasProc
        ? [figuraOf({ name: 'recibidos.mil-memoria', what: '… by which the API grows meanwhile', value: most - before, unit: 'MB' })]
        : []),
      figuraOf({
        name: 'recibidos.propuesta-p95',
        what: 'How a received document would be booked, at the API, p95',
        value: percentile(proposals, 0.95),
        unit: 'ms',
        target,
      }),
      ...Object.entries(pages).map(([name, times]) =>
        figuraOf({
          name: `recibidos.bandeja-${name}-p95`,
          what: `Inbox of 200,000 documents, ${name.replaceAll('-', ' ')}, p95`,
          value: percentile(times, 0.95),
          unit: 'ms',
          target,
        }),
      ),
    ]
  } finally {
    agent.destroy()
    await owner.end()
    await installation.stop()
  }
}
