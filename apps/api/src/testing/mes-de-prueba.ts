// The fictitious month of the reference, entered into a company: documents as the pipeline leaves them, purchases through their call.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createCompra, createRetencionRecibida } from '@yupana/contract'
import { add, codigoPorcentajeOf, parseMonto, sum, TIPO_IVA, type Estado, type Monto } from '@yupana/fiscal'

import type { EmpresaId } from '../db/empresa-id.ts'
import { rootFolder } from '../instalacion/root-folder.ts'
import type { TestApp } from './build-test-app.ts'

interface Linea {
  tarifa: number | string
  base: string
  iva?: string
  producto?: string
}

export interface DocumentoDelMes {
  id: string
  tipo: string
  numero: string
  fecha: string
  tpId: string
  cliente: string
  prov: string
  sustento: string
  formaPago?: string
  /** Of the payment, in days. */
  plazo?: number
  modifica?: string
  activoFijo?: boolean
  negocioPopular?: boolean
  lineas: Linea[]
  retRenta?: { codigo: string; base: string; pct: string; valor: string }
  retIva?: { pct: number; valor: string }
  retRecibida?: { iva: string; renta: string }
}

interface Mes {
  informante: { ruc: string; razonSocial: string }
  saldosAnteriores: Record<'615' | '617' | '485', string>
  ventas: DocumentoDelMes[]
  compras: DocumentoDelMes[]
  esperado: { f104: Record<string, string>; f103: Record<string, string>; vencimientos: Record<'104_y_103' | 'ats', string> }
}

const VECTORES = path.join(rootFolder(), 'referencia/tributacion/vectors')
export const readVector = (name: string): string => readFileSync(path.join(VECTORES, name), 'utf8')
export const mesDePrueba = JSON.parse(readVector('mes-2026-09.json')) as Mes

export const monto = (text = '0'): Monto => parseMonto(text)!
const TIPOS: Readonly<Record<string, number>> = {
  15: TIPO_IVA.QUINCE,
  12: TIPO_IVA.DOCE,
  8: TIPO_IVA.OCHO,
  5: TIPO_IVA.CINCO,
  0: TIPO_IVA.CERO,
  no_objeto: TIPO_IVA.NO_OBJETO,
  exento: TIPO_IVA.EXENTO,
}
export const tipoIvaOf = ({ tarifa }: Linea): number => TIPOS[tarifa] ?? 0
export const baseOf = ({ lineas }: DocumentoDelMes) => sum(lineas.map(({ base }) => monto(base)))
export const ivaOf = ({ lineas }: DocumentoDelMes) => sum(lineas.map(({ iva }) => monto(iva)))
const CODIGO_IVA: Readonly<Record<number, string>> = { 10: '9', 20: '10', 30: '1', 50: '11', 70: '2', 100: '3' }

interface Empresa {
  id: EmpresaId
}

interface Fila {
  tipo: string
  numero: string
  fecha: string
  receptor: [tipo: string, identificacion: string]
  subtotal: Monto
  iva: Monto
  estado?: Estado
}

let claves = 0

async function insertDocumento({ owner, deps }: TestApp, empresa: Empresa, fila: Fila): Promise<string> {
  const id = randomUUID()
  const [establecimiento = '', punto = '', secuencial = ''] = fila.numero.split('-')
  await owner
    .insertInto('documento')
    .values({
      empresa_id: empresa.id,
      id,
      ambiente: 'SIMULADOR',
      tipo: fila.tipo as '01',
      establecimiento,
      punto,
      secuencial: Number(secuencial),
      clave: `2${String(++claves).padStart(48, '0')}`,
      fecha_emision: fila.fecha,
      estado: fila.estado ?? 'AUTORIZADO',
      persona_id: null,
      receptor_tipo: fila.receptor[0],
      receptor_identificacion: fila.receptor[1],
      receptor_nombre: 'RECEPTOR DE PRUEBA',
      subtotal: fila.subtotal,
      descuento: 0,
      iva: fila.iva,
      total: add(fila.subtotal, fila.iva),
      vendedor_id: null,
      creado_en: deps.clock.now(),
      codigo_sri: null,
    })
    .execute()
  return id
}

async function insertLineas({ owner, deps }: TestApp, empresa: Empresa, id: string, documento: DocumentoDelMes): Promise<void> {
  const lineas = documento.lineas.map((linea, at) => ({
    empresa_id: empresa.id,
    documento_id: id,
    version: 1,
    n: at + 1,
    producto_id: linea.producto ?? null,
    codigo: null,
    descripcion: 'LÍNEA',
    cantidad: 1_000_000,
    precio_unitario: monto(linea.base),
    descuento: monto(),
    base: monto(linea.base),
    tipo_iva: tipoIvaOf(linea),
    iva: monto(linea.iva),
    ambiente: 'SIMULADOR' as const,
    tipo: documento.tipo,
    fecha: documento.fecha,
    en: deps.clock.now(),
  }))
  await owner.insertInto('documento_linea').values(lineas).execute()
  if (documento.formaPago === undefined) return
  const total = add(baseOf(documento), ivaOf(documento))
  await owner
    .insertInto('documento_pago')
    .values({
      empresa_id: empresa.id,
      documento_id: id,
      version: 1,
      n: 1,
      forma_pago: documento.formaPago,
      total,
      plazo: documento.plazo ?? null,
      unidad_tiempo: documento.plazo === undefined ? null : 'dias',
    })
    .execute()
}

/** The voucher over a purchase. */
export async function insertRetencion(app: TestApp, empresa: Empresa, compra: DocumentoDelMes, secuencial: number): Promise<void> {
  const { retRenta, retIva } = compra
  const numero = `001-001-${String(secuencial).padStart(9, '0')}`
  const receptor: Fila['receptor'] = [compra.tpId === '02' ? '05' : '04', compra.prov]
  const id = await insertDocumento(app, empresa, { tipo: '07', numero, fecha: compra.fecha, receptor, subtotal: 0, iva: 0 })
  const row = {
    empresa_id: empresa.id,
    documento_id: id,
    version: 1,
    cod_sustento: compra.sustento,
    cod_doc: compra.tipo,
    numero: compra.numero,
    fecha: compra.fecha,
  }
  const rentas = retRenta
    ? [
        {
          ...row,
          n: 1,
          impuesto: '1' as const,
          codigo: retRenta.codigo,
          base: monto(retRenta.base),
          porcentaje: monto(retRenta.pct),
          valor: monto(retRenta.valor),
        },
      ]
    : []
  const ivas = retIva
    ? [
        {
          ...row,
          n: 2,
          impuesto: '2' as const,
          codigo: CODIGO_IVA[retIva.pct] ?? '',
          base: ivaOf(compra),
          porcentaje: retIva.pct * 1_000_000,
          valor: monto(retIva.valor),
        },
      ]
    : []
  await app.owner
    .insertInto('documento_retencion')
    .values([...rentas, ...ivas])
    .execute()
}

/** Issues a sale of the month; answers its id. */
export async function insertVenta(
  app: TestApp,
  empresa: Empresa,
  venta: DocumentoDelMes & { estado?: Estado },
  modificado: string | null = null,
): Promise<string> {
  const { tipo, numero, fecha, tpId, cliente, estado } = venta
  const id = await insertDocumento(app, empresa, {
    tipo,
    numero,
    fecha,
    receptor: [tpId, cliente],
    subtotal: baseOf(venta),
    iva: ivaOf(venta),
    ...(estado && { estado }),
  })
  await insertLineas(app, empresa, id, venta)
  if (tipo === '04')
    await app.owner
      .insertInto('documento_nota')
      .values({
        empresa_id: empresa.id,
        documento_id: id,
        version: 1,
        modificado_id: modificado,
        cod_doc: '01',
        numero,
        fecha,
        creditos: '[]',
      })
      .execute()
  return id
}

const proveedorOf = ({ tpId, prov }: DocumentoDelMes) => ({
  tipo_identificacion: tpId === '02' ? '05' : '04',
  identificacion: prov,
  razon_social: 'PROVEEDOR DE PRUEBA',
  correos: [],
})

/** The form of a purchase of the month. */
export function compraForm(compra: DocumentoDelMes): object {
  const original = mesDePrueba.compras.find(({ id }) => id === compra.modifica)
  const impuestos = compra.lineas.map((linea) => ({
    codigo: '2',
    codigo_porcentaje: codigoPorcentajeOf(tipoIvaOf(linea)),
    tarifa: typeof linea.tarifa === 'number' ? linea.tarifa * 1_000_000 : 0,
    base: monto(linea.base),
    valor: monto(linea.iva),
  }))
  const total = baseOf(compra) + ivaOf(compra)
  return {
    tipo: compra.tipo,
    proveedor: proveedorOf(compra),
    regimen_proveedor: compra.negocioPopular ? 'NEGOCIO_POPULAR' : 'GENERAL',
    numero: compra.numero,
    autorizacion: '1234567890',
    fecha_emision: compra.fecha,
    fecha_registro: compra.fecha,
    sustento: compra.sustento,
    impuestos,
    total,
    pagos: compra.formaPago ? [{ forma_pago: compra.formaPago, total }] : [],
    ...(original && { modificado: { tipo: original.tipo, numero: original.numero, fecha: original.fecha, autorizacion: '1234567890' } }),
  }
}

async function enter(app: TestApp, token: string, call: typeof createCompra | typeof createRetencionRecibida, body: object): Promise<void> {
  const answer = await app.call(call, { token, headers: { 'idempotency-key': randomUUID() }, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.problems))
}

/** The voucher of a client who withheld: a percentage of what the factura says. */
export function recibidaForm(venta: DocumentoDelMes, { iva, renta }: { iva: string; renta: string }): object {
  const de = { cod_doc: venta.tipo, numero: venta.numero, fecha: venta.fecha }
  const linea = (impuesto: string, codigo: string, base: Monto, valor: Monto) => ({
    ...de,
    impuesto,
    codigo,
    base,
    porcentaje: Math.round((valor / base) * 100) * 1_000_000,
    valor,
  })
  return {
    agente: { tipo_identificacion: venta.tpId, identificacion: venta.cliente, razon_social: 'CLIENTE DE PRUEBA', correos: [] },
    numero: '001-001-000000555',
    autorizacion: '1234567890',
    fecha_emision: venta.fecha,
    lineas: [linea('2', '1', ivaOf(venta), monto(iva)), linea('1', '312', baseOf(venta), monto(renta))],
  }
}

/** Issues a liquidación de compra of the month. */
export async function insertLiquidacion(app: TestApp, empresa: Empresa, compra: DocumentoDelMes, tpId = '05'): Promise<void> {
  const { numero, fecha, prov } = compra
  const fila: Fila = { tipo: '03', numero, fecha, receptor: [tpId, prov], subtotal: baseOf(compra), iva: ivaOf(compra) }
  await insertLineas(app, empresa, await insertDocumento(app, empresa, fila), compra)
}

/** Enters the whole month; answers the ids of its sales by their names in the reference. */
export async function enterMes(app: TestApp, empresa: Empresa, token: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const venta of mesDePrueba.ventas)
    ids.set(venta.id, await insertVenta(app, empresa, venta, venta.modifica === undefined ? null : ids.get(venta.modifica)))
  for (const venta of mesDePrueba.ventas)
    if (venta.retRecibida) await enter(app, token, createRetencionRecibida, recibidaForm(venta, venta.retRecibida))
  let vouchers = 700
  for (const compra of mesDePrueba.compras) {
    if (compra.tipo === '03') await insertLiquidacion(app, empresa, compra)
    else await enter(app, token, createCompra, compraForm(compra))
    if (compra.retRenta && compra.retRenta.pct !== '0.00') await insertRetencion(app, empresa, compra, ++vouchers)
  }
  return ids
}
