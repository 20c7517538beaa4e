// Enters the fictitious month of the reference day by day, through the calls of the screens.
import { createHash } from 'node:crypto'
import {
  COMPROBANTE_CALLS,
  createCompra,
  createRetencionRecibida,
  editSerie,
  emitFactura,
  LIQUIDACION_CALLS,
  markVenta,
  NOTA_CALLS,
  proposeRetencion,
  proposeRetenciones,
  readPapel,
  RETENCION_CALLS,
  savePapel,
  searchSerie,
  type CompraGuardada,
  type ComprobanteDetalle,
  type Emitido,
  type Endpoint,
  type Listing,
  type Papel,
  type PropuestaCompra,
  type PropuestaRetencion,
  type Serie,
} from '@yupana/contract'
import { IMPUESTO_RETENIDO, type Fecha } from '@yupana/fiscal'

import { fundarEmpresa, fundarMembresia, fundarUsuario, type FundarDeps } from '../../src/features/empresa/empresa.door.ts'
import type { PasswordHasher } from '../../src/features/sesion/sesion.door.ts'
import { StartError } from '../../src/instalacion/start-error.ts'
import { ROL } from '../../src/plugins/sesion/roles.ts'
import { baseOf, ivaOf, mesDePrueba, monto, type DocumentoDelMes } from '../../src/testing/mes-de-prueba.ts'
import type { ApiClient } from '../demo/api-client.ts'
import { PASSWORD_DEMO, CONTADORA, mailOf } from './demo-data.ts'
import type { EmpresaFundada } from './empresas.ts'
import { compraDe, EMPRESA_DEL_MES, facturaDe, liquidacionDe, notaDe, operacionDe, recibidaDe } from './mes-formularios.ts'

export const PERIODO_DEL_MES = '2026-09'
/** Days of founding the company, and of looking at the finished month. */
export const ANTES_DEL_MES: Fecha = '2026-09-01'
export const DESPUES_DEL_MES: Fecha = '2026-10-01'
const SERIE = { establecimiento: '001', punto: '001' } as const
/** First number of each series in the reference; its retenciones are those of its ATS. */
const SERIES = [
  ['01', 101],
  ['04', 10],
  ['03', 4],
  ['07', 701],
] as const

/** The installation of the month. */
export interface MundoDelMes {
  /** Moves the clock to the morning of a day and signs in. */
  beginDay(fecha: Fecha): Promise<ApiClient>
  /** Waits until the document with this id rests. */
  untilRest(api: ApiClient, id: string): Promise<void>
}

/** Makes the company of the month and its user, without documents. */
export async function fundarMes(fundar: FundarDeps, passwordHasher: PasswordHasher): Promise<EmpresaFundada> {
  const empresaId = await fundarEmpresa(fundar, EMPRESA_DEL_MES)
  const usuarioId = await fundarUsuario(fundar, passwordHasher, { ...CONTADORA, mail: mailOf(CONTADORA), password: PASSWORD_DEMO })
  await fundarMembresia(fundar, empresaId, usuarioId, ROL.ADMIN)
  return { empresaId, usuarioId, demo: EMPRESA_DEL_MES }
}

/** Key of a document, equal each time: an interrupted month is continued, not entered twice. */
const keyOf = (what: string): string => `mes-${PERIODO_DEL_MES}-${what}`
const idOf = (what: string): string => {
  const hex = createHash('sha256').update(keyOf(what)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Enters sales and purchases; keeps what was issued, by its id in the reference, because the credit notes need their factura. */
class Ingreso {
  readonly #mundo: MundoDelMes
  readonly #emitidos = new Map<string, Emitido>()

  constructor(mundo: MundoDelMes) {
    this.#mundo = mundo
  }

  async #emit(api: ApiClient, call: Endpoint, what: string, body: object): Promise<Emitido> {
    const id = idOf(what)
    const emitido = await api.call<Emitido>(call, { params: { id }, body, idempotencyKey: keyOf(what) })
    await this.#requireAutorizado(api, id)
    for (const ligado of emitido.ligados ?? []) await this.#requireAutorizado(api, ligado.id)
    this.#emitidos.set(what, emitido)
    return emitido
  }

  async #requireAutorizado(api: ApiClient, id: string): Promise<void> {
    await this.#mundo.untilRest(api, id)
    const { numero, estado, mensajes } = await api.call<ComprobanteDetalle>(COMPROBANTE_CALLS.read, { params: { id } })
    if (estado !== 'AUTORIZADO') throw new StartError(`${numero} está ${estado}: ${mensajes.map(({ mensaje }) => mensaje).join(' ')}`)
  }

  async sell(api: ApiClient, venta: DocumentoDelMes): Promise<void> {
    const { id, tipo, modifica, numero, activoFijo, retRecibida } = venta
    const original = modifica === undefined ? undefined : this.#emitidos.get(modifica)
    const emitida =
      tipo === '04' && original
        ? await this.#emit(api, NOTA_CALLS.emit, id, notaDe(venta, original))
        : await this.#emit(api, emitFactura, id, facturaDe(venta))
    if (emitida.numero !== numero) throw new StartError(`${id} salió con el número ${emitida.numero} y no ${numero}: la serie ya se usó.`)
    if (activoFijo) await api.call(markVenta, { body: { documento_id: emitida.id, marca: 'ACTIVO_FIJO' } })
    if (retRecibida)
      await api.call(createRetencionRecibida, { body: recibidaDe(venta, retRecibida), idempotencyKey: keyOf(`${id}-retenida`) })
  }

  /** Books a supplier's factura, and issues the proposed retención, if any. */
  async buy(api: ApiClient, compra: DocumentoDelMes): Promise<void> {
    if (compra.tipo === '03') return this.#settle(api, compra)
    const original = mesDePrueba.compras.find(({ id }) => id === compra.modifica)
    const { id } = await api.call<CompraGuardada>(createCompra, { body: compraDe(compra, original), idempotencyKey: keyOf(compra.id) })
    const compras = [{ id, operacion: operacionDe(compra) }]
    const [propuesta] = await api.call<PropuestaCompra[]>(proposeRetenciones, { body: { compras } })
    if (propuesta?.formulario) await this.#emit(api, RETENCION_CALLS.emit, `${compra.id}-retencion`, { ...SERIE, ...propuesta.formulario })
  }

  /** Issues a liquidación with its mandatory retención in the same step. */
  async #settle(api: ApiClient, compra: DocumentoDelMes): Promise<void> {
    const propuesta = await api.call<PropuestaRetencion>(proposeRetencion, {
      body: {
        operacion: operacionDe(compra),
        proveedor: { sociedad: false, regimen: 'GENERAL' },
        base: baseOf(compra),
        iva: ivaOf(compra),
        liquidacion: true,
      },
    })
    const lineas = [
      { impuesto: IMPUESTO_RETENIDO.RENTA, ...propuesta.renta },
      { impuesto: IMPUESTO_RETENIDO.IVA, ...propuesta.iva },
    ]
    const retenciones = lineas.flatMap(({ impuesto, codigo, base, porcentaje }) =>
      codigo === null || porcentaje === null ? [] : [{ impuesto, codigo, base, porcentaje }],
    )
    await this.#emit(api, LIQUIDACION_CALLS.emit, compra.id, liquidacionDe(compra, retenciones))
  }
}

/** Sets the first numbers of the series to those of the reference; a used series stays as it is. */
async function setSeries(api: ApiClient): Promise<void> {
  const { content } = await api.call<Listing<Serie>>(searchSerie, { query: { ...SERIE, size: '50' } })
  for (const [tipo, siguiente] of SERIES)
    if (content.some((serie) => serie.tipo === tipo && !serie.usada)) await api.call(editSerie, { body: { ...SERIE, tipo, siguiente } })
}

const papelOf = (api: ApiClient) => api.call<Papel>(readPapel, { query: { formulario: '104', periodo: PERIODO_DEL_MES } })

/** Whether the month is complete, by its last step. */
export const isMesIngresado = async (api: ApiClient): Promise<boolean> => (await papelOf(api)).saldos.origen !== 'FALTA'

/** Types the credit of the previous month, which was not declared here. */
async function typeSaldos(api: ApiClient): Promise<void> {
  const { version } = await papelOf(api)
  const saldos = Object.fromEntries(Object.entries(mesDePrueba.saldosAnteriores).map(([codigo, valor]) => [codigo, monto(valor)]))
  await api.call(savePapel, { body: { formulario: '104', periodo: PERIODO_DEL_MES, version, ajustes: [], saldos, difiere: false } })
}

/** Enters the whole month, each document on its day, then the data that only a person knows. */
export async function ingresarMes(mundo: MundoDelMes, onDay: (fecha: Fecha) => void = () => undefined): Promise<void> {
  const ingreso = new Ingreso(mundo)
  await setSeries(await mundo.beginDay(ANTES_DEL_MES))
  const { ventas, compras } = mesDePrueba
  for (const fecha of new Set([...ventas, ...compras].map((one) => one.fecha).toSorted())) {
    const api = await mundo.beginDay(fecha)
    for (const compra of compras.filter((one) => one.fecha === fecha)) await ingreso.buy(api, compra)
    for (const venta of ventas.filter((one) => one.fecha === fecha)) await ingreso.sell(api, venta)
    onDay(fecha)
  }
  await typeSaldos(await mundo.beginDay(DESPUES_DEL_MES))
}
