import { createPrivateKey, randomUUID } from 'node:crypto'
import {
  acceptRecibido,
  createCompra,
  createCondicionPersona,
  createPersona,
  createRetencionRecibida,
  deleteCompra,
  deleteRetencionRecibida,
  editCompra,
  FACTURA_CALLS,
  emitFactura,
  ignoreRecibido,
  importRecibido,
  NOTA_CALLS,
  readCompra,
  readPapel,
  readPendientes,
  readRecibido,
  readRetencionRecibida,
  rechazosRecibido,
  RETENCION_CALLS,
  searchCompra,
  searchRecibido,
  searchRetencionPracticada,
  searchRetencionRecibida,
  voidCompra,
  xmlRecibido,
  type Compra,
  type Emitido,
  type FacturaFormInput,
  type Importacion,
  type Listing,
  type Persona,
  type Papel,
  type Pendientes,
  type RechazoRecibido,
  type Recibido,
  type RecibidoFila,
  type RetencionPracticada,
  type RetencionRecibida,
} from '@yupana/contract'
import { buildClaveAcceso, readClaveAcceso } from '@yupana/fiscal'
import { createFirmante, readP12, signXml } from '@yupana/sri'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { zipOf } from '../../testing/hoja-xlsx.ts'
import { huella } from '../../testing/huella.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const UNIT = 1_000_000
let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>
/** The issuer, and the receiver. */
let proveedor: Emisor
let empresa: Emisor

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  ;[proveedor, empresa] = [await buildEmisor(app, sri), await buildEmisor(app, sri)]
  for (const { id } of [proveedor, empresa])
    await app.owner
      .insertInto('empresa_condicion')
      .values({ empresa_id: id, tipo: 'AGENTE_RETENCION', desde: '2024-01-01', hasta: null, valor: '1' })
      .execute()
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const key = () => ({ 'idempotency-key': randomUUID() })
const receptor = ({ ruc }: { ruc: string }): FacturaFormInput['comprador'] => ({
  tipo_identificacion: '04',
  identificacion: ruc,
  razon_social: 'QUIEN RECIBE',
})
/** An authorised factura, and its bytes as the SRI returns them. */
async function sold(to: { ruc: string }, change: Partial<FacturaFormInput> = {}, by = proveedor) {
  const { data, problems } = await app.call<Emitido>(emitFactura, {
    token: by.token,
    params: { id: randomUUID() },
    headers: key(),
    body: { ...facturaForm(), comprador: receptor(to), ...change },
  })
  expect(problems).toEqual([])
  await worker.settle()
  const { raw } = await app.call(FACTURA_CALLS.downloadXml, { token: by.token, params: { id: data.id } })
  return { ...data, xml: raw.toString() }
}
const upload = async (content: string | Buffer, { token } = empresa, name = 'factura.xml') => {
  const form = new FormData()
  form.set('file', new Blob([content as never]), name)
  return app.call<Importacion>(importRecibido, { token, form })
}
const imported = async (content: string | Buffer) => {
  const { status, data, problems } = await upload(content)
  expect([status, problems, data.archivos.filter(({ resultado }) => resultado !== 'NUEVO')]).toEqual([200, [], []])
  return data.archivos[0]!.id!
}
/** Every stored row except the refusals. */
const inbox = async () => ({ ...(await huella(app)), recibido_rechazo: '' })
const why = async (content: string) => (await upload(content)).data.archivos[0]?.motivo
const list = async (query: Record<string, string> = {}) =>
  (await app.call<Listing<RecibidoFila>>(searchRecibido, { token: empresa.token, query: { size: '50', ...query } })).data.content
const accept = (id: string, body: object = {}) => app.call<RecibidoFila>(acceptRecibido, { token: empresa.token, params: { id }, body })
const readOf = async (id: string) => (await app.call<Recibido>(readRecibido, { token: empresa.token, params: { id } })).data

describe('the inbox (R-2.3.25, O-28)', () => {
  it('takes a signed XML once, and one keystroke makes its purchase, with the support that was chosen last', async () => {
    const { xml, numero, total } = await sold(empresa)
    const id = await imported(xml)
    expect((await list())[0]).toMatchObject({
      id,
      estado: 'NUEVO',
      tipo: '01',
      numero,
      total,
      emisor_ruc: proveedor.ruc,
      propuesta: { sustento: '01', motivo: 'Tiene IVA: da crédito tributario. Es la primera compra de este proveedor.' },
    })
    expect((await upload(xml)).data).toMatchObject({ nuevos: 0, repetidos: 1, archivos: [{ resultado: 'REPETIDO', id }] })
    const [una, otra] = await Promise.all([accept(id, { sustento: '06' }), accept(id, { sustento: '06' })])
    expect([una.problems, una.data.estado, otra.data.compra_id]).toEqual([[], 'REGISTRADO', una.data.compra_id])
    const { data: compra } = await app.call<Compra>(readCompra, { token: empresa.token, params: { id: una.data.compra_id! } })
    expect(compra).toMatchObject({ numero, total, sustento: '06', tipo: '01', form: { autorizacion: una.data.clave } })
    expect(compra.form.lineas).toHaveLength(facturaForm().lineas.length)
    const segunda = await imported((await sold(empresa)).xml)
    expect((await readOf(segunda)).propuesta).toMatchObject({
      sustento: '06',
      motivo: `Como la última compra de este proveedor: ${numero}, del 15/06/2026.`,
    })
    expect((await accept(segunda)).data.estado).toBe('REGISTRADO')
    // After the deletion of its purchase it waits again.
    const params = { id: una.data.compra_id! }
    expect((await app.call(deleteCompra, { token: empresa.token, params })).status).toBe(200)
    expect((await readOf(id)).estado).toBe('NUEVO')
    const { raw } = await app.call(xmlRecibido, { token: empresa.token, params: { id } })
    expect(raw.toString()).toBe(xml)
  })

  it('one that names no régimen is of that of its supplier on its day, and keeps it whatever is written down later', async () => {
    const otro = await buildEmisor(app, sri)
    const id = await imported((await sold(empresa, {}, otro)).xml)
    expect((await readOf(id)).compra).toMatchObject({ fecha_emision: '2026-06-15', regimen_proveedor: 'GENERAL' })
    const { data: persona } = await app.call<Persona>(createPersona, {
      token: empresa.token,
      headers: key(),
      body: { tipo_identificacion: '04', identificacion: otro.ruc, razon_social: 'EMPRENDEDORA', roles: ['proveedor'] },
    })
    const anotar = (desde: string, regimen: string) =>
      app.call(createCondicionPersona, { token: empresa.token, params: { id: persona.id }, headers: key(), body: { desde, regimen } })
    await anotar('2026-06-15', 'RIMPE')
    await anotar('2026-06-16', 'GENERAL')
    expect((await readOf(id)).compra).toMatchObject({ regimen_proveedor: 'RIMPE' })
    const { data } = await accept(id)
    await anotar('2026-06-14', 'NEGOCIO_POPULAR')
    const { data: compra } = await app.call<Compra>(readCompra, { token: empresa.token, params: { id: data.compra_id! } })
    expect([compra.regimen_proveedor, compra.form.regimen_proveedor]).toEqual(['RIMPE', 'RIMPE'])
  })

  it('of two people who accept one document at the same instant both are told of one purchase', async () => {
    const { xml, numero } = await sold(empresa)
    const id = await imported(xml)
    const [una, otra] = await Promise.all([accept(id), accept(id)])
    expect([una.status, otra.status]).toEqual([200, 200])
    expect(una.data.compra_id).not.toBeNull()
    expect(otra.data.compra_id).toBe(una.data.compra_id)
    const compras = await app.owner
      .selectFrom('compra')
      .select('id')
      .where('empresa_id', '=', empresa.id)
      .where('numero', '=', numero)
      .execute()
    expect(compras).toEqual([{ id: una.data.compra_id }])
  })

  it('says in words why a document does not come in, and nothing changes', async () => {
    const { xml } = await sold(empresa)
    const { xml: ajeno } = await sold(proveedor, {}, empresa)
    const before = await inbox()
    expect(await why(xml.replace('<descripcion>', '<descripcion>x'))).toContain('La firma NO es válida')
    expect(await why(ajeno)).toBe('Lo emitió su propia empresa.')
    expect((await upload(xml, proveedor)).data.archivos[0]?.motivo).toBe('Lo emitió su propia empresa.')
    expect(await why('hola')).toBeTruthy()
    expect(await why(`<!DOCTYPE a [<!ENTITY b "c">]>${xml.replace(/^<\?xml[^>]*\?>/, '')}`)).toBeTruthy()
    expect(await why(xml.replace(/<ds:Signature.*<\/ds:Signature>/s, ''))).toContain('no está firmado')
    expect((await upload(Buffer.from('PK\u0003\u0004xx'))).problems[0]?.campo).toBe('file')
    expect((await upload('x'.repeat(1_100_000))).problems[0]?.message).toContain('1 MB')
    expect(await inbox()).toEqual(before)
    const tercero = await buildEmisor(app, sri)
    expect((await upload(xml, tercero)).data.archivos[0]?.motivo).toContain(`no a su empresa (${tercero.ruc})`)
  })

  it('a reason or a name that is cut keeps whole characters, and good documents beside it come in', async () => {
    const buena = await sold(empresa)
    const rotas = Array.from({ length: 16 }, (_, n) => ({ nombre: `${n}.xml`, texto: `<${'x'.repeat(270 + n)}\u{10000}/>` }))
    const larga = { nombre: `${'y'.repeat(299)}\u{10000}.xml`, texto: '<a/>' }
    const { status, data } = await upload(zipOf([{ nombre: 'buena.xml', texto: buena.xml }, ...rotas, larga]), empresa, 'cortados.zip')
    expect([status, data.nuevos, data.rechazados]).toEqual([200, 1, 17])
    const { data: kept } = await app.call<RechazoRecibido[]>(rechazosRecibido, { token: empresa.token })
    expect(kept.filter(({ motivo }) => motivo.includes('xxx'))).toHaveLength(16)
    for (const { archivo, motivo } of kept) {
      expect([...motivo].length, archivo).toBeLessThanOrEqual(300)
      expect(`${archivo}${motivo}`).not.toMatch(/\p{Surrogate}|\uFFFD/u)
    }
  })

  it('a ZIP is judged file by file; what was typed from paper before is linked; what is put aside comes back', async () => {
    const [a, b] = [await sold(empresa), await sold(empresa)]
    const linea = { codigo: '2', codigo_porcentaje: '4', tarifa: 15 * UNIT, base: 10 * UNIT, valor: 1.5 * UNIT }
    const typed = await app.call<Compra>(createCompra, {
      token: empresa.token,
      headers: key(),
      body: {
        tipo: '01',
        proveedor: receptor(proveedor),
        numero: b.numero,
        autorizacion: '1234567890',
        fecha_emision: '2026-06-15',
        sustento: '01',
        impuestos: [linea],
        total: 11.5 * UNIT,
      },
    })
    const zip = zipOf([
      { nombre: 'a.xml', texto: a.xml },
      { nombre: 'carpeta/b.xml', texto: b.xml },
      { nombre: 'leeme.txt', texto: 'x' },
      { nombre: 'malo.xml', texto: '<a/>' },
    ])
    const { data } = await upload(zip, empresa, 'mayo.zip')
    expect(data).toMatchObject({ nuevos: 2, repetidos: 0, rechazados: 1 })
    expect(data.archivos.map(({ archivo, motivo }) => [archivo, motivo])).toMatchObject([
      ['a.xml', null],
      ['carpeta/b.xml', 'Ya estaba registrado: queda enlazado.'],
      ['malo.xml', expect.stringContaining('no un comprobante') as string],
    ])
    expect((await readOf(data.archivos[1]!.id!)).compra_id).toBe(typed.data.id)
    const id = data.archivos[0]!.id!
    const ignore = (ignorado: boolean) =>
      app.call<RecibidoFila>(ignoreRecibido, { token: empresa.token, params: { id }, body: { ignorado } })
    expect((await ignore(true)).data).toMatchObject({ estado: 'IGNORADO', propuesta: null })
    expect((await list({ estado: 'IGNORADO' })).map((one) => one.id)).toEqual([id])
    expect((await ignore(false)).data.estado).toBe('NUEVO')
  })

  it('one signed with the certificate of another RUC is taken, and says so', async () => {
    const { xml, numero } = await sold(empresa)
    const ajeno = readP12(await sri.issueP12({ ruc: empresa.ruc, passwordP12: 'x', desde: '2026-06-01T00:00:00Z' }), 'x', app.clock.now())
    const key = createPrivateKey({ key: Buffer.from(ajeno.privateKey), format: 'der', type: 'pkcs8' })
    const unsigned = /<factura[^]*<\/factura>/.exec(xml)![0].replace(/<ds:Signature[^]*<\/ds:Signature>/, '')
    const signed = signXml(createFirmante({ certificado: ajeno.certificado, privateKey: key }), unsigned, app.clock.now())
    const id = await imported(signed)
    const { avisos } = await readOf(id)
    expect(avisos).toEqual([
      `Firmado con el certificado de otro RUC (${empresa.ruc}): puede ser el de su representante. Confírmelo con su emisor.`,
    ])
    const { data: fila } = await accept(id)
    expect(fila.estado).toBe('REGISTRADO')
    const { data: compra } = await app.call<Compra>(readCompra, { token: empresa.token, params: { id: fila.compra_id! } })
    expect([compra.numero, compra.recibido]).toEqual([numero, { id, avisos }])
  })

  it('O-120: what does not add up in a document that the SRI authorised is told, by line, and refuses nothing', async () => {
    const llave = readP12(await sri.issueP12({ ruc: proveedor.ruc, passwordP12: 'x', desde: '2026-06-01T00:00:00Z' }), 'x', app.clock.now())
    const key = createPrivateKey({ key: Buffer.from(llave.privateKey), format: 'der', type: 'pkcs8' })
    const importChanged = async (change: (xml: string) => string) => {
      const unsigned = /<factura[^]*<\/factura>/.exec((await sold(empresa)).xml)![0].replace(/<ds:Signature[^]*<\/ds:Signature>/, '')
      const signed = signXml(createFirmante({ certificado: llave.certificado, privateKey: key }), change(unsigned), app.clock.now())
      return (await readOf(await imported(signed))).avisos
    }
    const cent = (tag: string) => (xml: string) =>
      xml.replace(new RegExp(`<${tag}>([\\d.]+)</`), (_all, value: string) => `<${tag}>${(Number(value) + 0.01).toFixed(2)}</`)
    expect(await importChanged((xml) => xml)).toEqual([])
    expect(await importChanged(cent('totalSinImpuestos'))).toEqual([
      expect.stringMatching(/^Sus valores no cuadran\. El subtotal debe ser \$[\d.,]+, la suma de los detalles\.$/),
    ])
    expect(await importChanged(cent('precioTotalSinImpuesto'))).toContainEqual(
      expect.stringMatching(/^Sus valores no cuadran en la línea 1\. Debe ser \$[\d.,]+: cantidad por precio, menos el descuento\.$/),
    )
  })

  it('several XML of one gesture are one call: each is told what became of it, and the rest comes in', async () => {
    const [a, b] = [await sold(empresa), await sold(empresa)]
    const form = new FormData()
    for (const [name, content] of [
      ['a.xml', a.xml],
      ['malo.xml', '<a/>'],
      ['vacio.xml', ''],
      ['a (1).xml', a.xml],
      ['mes.zip', zipOf([{ nombre: 'b.xml', texto: b.xml }])],
      ['lista.txt', 'CLAVE_ACCESO'],
      ['grande.xml', `<x>${'x'.repeat(1_100_000)}</x>`],
      ['b.xml', b.xml],
    ] as const)
      form.append('file', new Blob([content as never]), name)
    const { status, data } = await app.call<Importacion>(importRecibido, { token: empresa.token, form })
    expect([status, data.nuevos, data.repetidos, data.rechazados]).toEqual([200, 2, 1, 5])
    expect(data.archivos.map(({ archivo, resultado, motivo }) => [archivo, resultado, motivo])).toMatchObject([
      ['a.xml', 'NUEVO', null],
      ['malo.xml', 'RECHAZADO', expect.stringContaining('no un comprobante') as string],
      ['vacio.xml', 'RECHAZADO', 'Está vacío.'],
      ['a (1).xml', 'REPETIDO', `Factura ${a.numero}: ya está en la bandeja.`],
      ['mes.zip', 'RECHAZADO', 'Es un ZIP: envíelo solo, sin otros archivos.'],
      ['lista.txt', 'RECHAZADO', 'No es un XML. Si es la lista del SRI, envíela sola.'],
      ['grande.xml', 'RECHAZADO', 'El XML pasa de 1 MB: ningún comprobante del SRI es tan grande.'],
      ['b.xml', 'NUEVO', null],
    ])
    expect((await list()).map(({ numero }) => numero)).toEqual(expect.arrayContaining([a.numero, b.numero]))
  })

  it('R-2.3.16 O-26: a withholding is matched to our factura, its differences are told, and it stands beside those of its tax', async () => {
    const venta = await sold(proveedor, {}, empresa)
    const retencion = {
      establecimiento: '001',
      punto: '001',
      sujeto: receptor(empresa),
      docs_sustento: [
        {
          cod_sustento: '01',
          cod_doc: '01',
          numero: venta.numero,
          fecha: '2026-06-15',
          total_sin_impuestos: 1000 * UNIT,
          importe_total: 1150 * UNIT,
          impuestos: [{ codigo: '2', codigo_porcentaje: '4', base: 1000 * UNIT, tarifa: 15 * UNIT, valor: 150 * UNIT }],
          retenciones: [
            { impuesto: '1', codigo: '312', base: 1000 * UNIT, porcentaje: 2 * UNIT },
            { impuesto: '2', codigo: '1', base: 150 * UNIT, porcentaje: 30 * UNIT },
          ],
          pagos: [{ forma_pago: '20', total: 1150 * UNIT }],
        },
      ],
    }
    const { data, problems } = await app.call<Emitido>(RETENCION_CALLS.emit, {
      token: proveedor.token,
      params: { id: randomUUID() },
      headers: key(),
      body: retencion,
    })
    expect(problems).toEqual([])
    await worker.settle()
    const { raw } = await app.call(RETENCION_CALLS.downloadXml, { token: proveedor.token, params: { id: data.id } })
    const id = await imported(raw.toString())
    const { data: fila } = await accept(id)
    const params = { id: fila.retencion_id! }
    const { data: registrada } = await app.call<RetencionRecibida>(readRetencionRecibida, { token: empresa.token, params })
    expect(registrada).toMatchObject({ renta: 20 * UNIT, iva: 45 * UNIT, periodo: '2026-06-01', documentos: [venta.id, venta.id] })
    // The factura was for less.
    expect(registrada.diferencias.map(({ campo }) => campo)).toEqual(['lineas.0.base', 'lineas.1.base'])
    const practicadas = async (token: string, sentido: string) =>
      (
        await app.call<Listing<RetencionPracticada>>(searchRetencionPracticada, {
          token,
          query: { impuesto: '2', sentido, desde: '2026-06-01' },
        })
      ).data.content
    expect(await practicadas(empresa.token, 'RECIBIDA')).toMatchObject([{ documento: venta.numero, valor: 45 * UNIT, codigo: '1' }])
    expect(await practicadas(proveedor.token, 'EMITIDA')).toMatchObject([
      { documento: venta.numero, valor: 45 * UNIT, estado: 'AUTORIZADO' },
    ])
    expect((await app.call(deleteRetencionRecibida, { token: empresa.token, params })).status).toBe(200)
    expect((await readOf(id)).estado).toBe('NUEVO')
  })

  it('a credit note goes to the purchase that it changes', async () => {
    const venta = await sold(empresa)
    const compra = await imported(venta.xml)
    await accept(compra, { sustento: '02' })
    const { data, problems } = await app.call<Emitido>(NOTA_CALLS.emit, {
      token: proveedor.token,
      params: { id: randomUUID() },
      headers: key(),
      body: {
        tipo: '04',
        establecimiento: '001',
        punto: '001',
        comprador: receptor(empresa),
        modificado: { documento_id: venta.id, numero: venta.numero, fecha: '2026-06-15' },
        clase: 'DEVOLUCION',
        motivo: 'Se devuelve todo',
        creditos: [{ linea: 0, cantidad: UNIT }],
      },
    })
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    await worker.settle()
    const { raw } = await app.call(NOTA_CALLS.downloadXml, { token: proveedor.token, params: { id: data.id } })
    const id = await imported(raw.toString())
    expect((await readOf(id)).propuesta).toMatchObject({ sustento: '02', motivo: `Como la compra que modifica, ${venta.numero}.` })
    const { data: fila } = await accept(id)
    const { data: nota } = await app.call<Compra>(readCompra, { token: empresa.token, params: { id: fila.compra_id! } })
    expect(nota).toMatchObject({ tipo: '04', modificada: { numero: venta.numero }, total: venta.total })
  })

  describe('voided by its issuer since it was registered', () => {
    const bell = async () => {
      const { compras_anuladas: compras, retenciones_anuladas: retenciones } = (
        await app.call<Pendientes>(readPendientes, { token: empresa.token })
      ).data
      return [compras, retenciones]
    }
    const compraOf = async (id: string) => (await app.call<Compra>(readCompra, { token: empresa.token, params: { id } })).data
    const filtered = async (
      endpoint: typeof searchRecibido | typeof searchCompra | typeof searchRetencionRecibida,
      anulado_emisor: string,
    ) =>
      (await app.call<Listing<{ id: string }>>(endpoint, { token: empresa.token, query: { anulado_emisor, size: '50' } })).data.content.map(
        ({ id }) => id,
      )
    const defectos = async (codigo: string) =>
      (await app.call<Papel>(readPapel, { token: empresa.token, query: { formulario: '104', periodo: '2026-06' } })).data.defectos.filter(
        (one) => one.codigo === codigo,
      )
    /** The issuer voids it, and its next check is due. */
    const voids = async (tabla: 'recibido' | 'compra' | 'retencion_recibida', clave: string, id: string) => {
      await sri.control('POST', '/anulacion', { clave })
      await sql`update ${sql.table(tabla)} set proxima_consulta = ${app.clock.now()} where id = ${id}`.execute(app.owner)
      while (await worker.traida.watch());
    }
    const linea = { codigo: '2' as const, codigo_porcentaje: '0', tarifa: 0, valor: 0 }

    it('one of the inbox is told on its purchase, on home and as a defect of its month, until it is voided here', async () => {
      const { xml, clave } = await sold(empresa)
      const id = await imported(xml)
      const compra = (await accept(id)).data.compra_id!
      expect([(await compraOf(compra)).anulado_emisor_en, await bell()]).toEqual([null, [0, 0]])
      await voids('recibido', clave, id)
      const { anulado_emisor_en: anulado, version } = await compraOf(compra)
      expect([anulado, await bell()]).toEqual([expect.any(String), [1, 0]])
      expect([await filtered(searchRecibido, 'true'), await filtered(searchCompra, 'true')]).toEqual([[id], [compra]])
      expect(await filtered(searchRecibido, 'false')).not.toContain(id)
      expect(await defectos('compras_anuladas')).toMatchObject([
        {
          cuantos: 1,
          texto: 'Una compra la anuló su proveedor en el SRI y sigue registrada: anúlela para que no cuente.',
          enlace: '/declaraciones?formulario=104&periodo=2026-06&defecto=compras_anuladas',
        },
      ])
      const body = { version, motivo: 'Su proveedor la anuló' }
      expect((await app.call(voidCompra, { token: empresa.token, params: { id: compra }, body })).status).toBe(200)
      expect([await bell(), await defectos('compras_anuladas')]).toEqual([[0, 0], []])
    })

    it('one that was typed with its clave is watched as well, and anew where its clave is another', async () => {
      const { clave, numero, total } = await sold(empresa)
      const form = {
        tipo: '01',
        proveedor: receptor(proveedor),
        numero,
        autorizacion: clave,
        fecha_emision: '2026-06-15',
        sustento: '02',
        impuestos: [{ ...linea, base: total }],
        pagos: [{ forma_pago: '20', total }],
        total,
      }
      const { data, problems } = await app.call<Compra>(createCompra, { token: empresa.token, headers: key(), body: form })
      expect(problems).toEqual([])
      const due = await app.owner.selectFrom('compra').select('proxima_consulta').where('id', '=', data.id).executeTakeFirstOrThrow()
      expect(String(due.proxima_consulta)).toMatch(/^2026-06-16T15:0/)
      await voids('compra', clave, data.id)
      const { anulado_emisor_en: anulado, version } = await compraOf(data.id)
      expect([anulado, await bell()]).toEqual([app.clock.now().toISOString(), [1, 0]])
      const edited = { ...form, autorizacion: '1234567890', version }
      expect((await app.call(editCompra, { token: empresa.token, params: { id: data.id }, body: edited })).problems).toEqual([])
      expect([(await compraOf(data.id)).anulado_emisor_en, await bell()]).toEqual([null, [0, 0]])
    })

    it('a received withholding is told of as well', async () => {
      const venta = await sold(proveedor, {}, empresa)
      const clave = buildClaveAcceso({ ...readClaveAcceso(venta.clave)!, ruc: proveedor.ruc, codDoc: '07', secuencial: '000000777' })
      const { data, problems } = await app.call<RetencionRecibida>(createRetencionRecibida, {
        token: empresa.token,
        headers: key(),
        body: {
          agente: receptor(proveedor),
          numero: '001-001-000000777',
          autorizacion: clave,
          fecha_emision: '2026-06-15',
          lineas: [
            {
              cod_doc: '01',
              numero: venta.numero,
              fecha: '2026-06-15',
              impuesto: '2',
              codigo: '1',
              base: UNIT,
              porcentaje: 30 * UNIT,
              valor: 0.3 * UNIT,
            },
          ],
        },
      })
      expect(problems).toEqual([])
      await app.owner.updateTable('retencion_recibida').set({ anulado_emisor_en: app.clock.now() }).where('id', '=', data.id).execute()
      const params = { id: data.id }
      const { data: read } = await app.call<RetencionRecibida>(readRetencionRecibida, { token: empresa.token, params })
      expect([read.anulado_emisor_en, await bell()]).toEqual([app.clock.now().toISOString(), [0, 1]])
      expect(await filtered(searchRetencionRecibida, 'true')).toEqual([data.id])
      expect(await defectos('retenciones_anuladas')).toMatchObject([
        { cuantos: 1, enlace: '/declaraciones?formulario=104&periodo=2026-06&defecto=retenciones_anuladas' },
      ])
      await app.call(deleteRetencionRecibida, { token: empresa.token, params })
      expect([await bell(), await defectos('retenciones_anuladas')]).toEqual([[0, 0], []])
    })
  })

  it('R-6.14: only who may registers', async () => {
    await expectGuarded(app, empresa, acceptRecibido, { params: { id: randomUUID() }, body: {} }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })
})
