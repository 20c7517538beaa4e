// Income tax of a company's year from its figures so far. The taxpayer's own expenses are private: only he sees the rebate they give
// (O-78).
import type { PasoRenta, RentaEstimada } from '@yupana/contract'
import {
  daysBetween,
  displayFecha,
  displayMonto,
  displayPorcentaje,
  fechaIn,
  negate,
  pagaPorTabla,
  proyectarAnio,
  rebajaGastosPersonales,
  rentaAnualOf,
  techoGastosPersonales,
  type Fecha,
  type Monto,
  type RentaAnual,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { asUsuario, isOfPerson, readDeEmpresa, readResumen } from '../gasto-personal/gasto-personal.door.ts'

type DeEmpresa = Awaited<ReturnType<typeof readDeEmpresa>>
type Resumen = Awaited<ReturnType<typeof readResumen>>

/** The taxpayer's own figures of the year; undefined for any other user, and for support in his name. */
async function readPropio(deps: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta, anio: number): Promise<Resumen | undefined> {
  if (session.actorId !== null) return undefined
  await asUsuario(tx, session.usuarioId)
  const resumen = await readResumen(deps, tx, session, anio)
  return isOfPerson(session.ruc, resumen.identificacion) ? resumen : undefined
}

const documentosOf = (reporte: string, anio: number, hasta: Fecha) =>
  `/dashboard/documentos?${new URLSearchParams({ reporte, desde: `${anio}-01-01`, hasta }).toString()}`

interface Partes {
  anio: number
  empresa: DeEmpresa
  propio: Resumen | undefined
  renta: RentaAnual
  deducciones: Monto
  retenido: Monto
}

function ingresosDe({ anio, empresa: { ingresos, hasta } }: Partes): PasoRenta {
  return {
    concepto: 'Ventas sin impuestos',
    monto: ingresos,
    como: `Facturas y notas de débito menos notas de crédito, del 01/01/${anio} al ${displayFecha(hasta)}`,
    enlace: documentosOf('ventas', anio, hasta),
  }
}

function gastosDe({ anio, empresa, propio, renta, deducciones }: Partes): PasoRenta[] {
  const typed = propio?.situacion.deducciones
  const gastos: PasoRenta =
    typed === null || typed === undefined
      ? {
          concepto: 'Menos compras y gastos sin impuestos',
          monto: negate(deducciones),
          como: 'Compras y liquidaciones registradas, como si todas fueran deducibles. No constan sueldos, depreciaciones ni existencias',
          enlace: documentosOf('compras', anio, empresa.hasta),
        }
      : {
          concepto: 'Menos gastos deducibles',
          monto: negate(deducciones),
          como: 'Lo que usted puso en la configuración de gastos personales, en lugar de las compras',
          enlace: `/gastos_personales/configuracion?anio=${anio}`,
        }
  return [gastos, { concepto: 'Base imponible', monto: renta.base, como: 'Ventas menos gastos, nunca menos de cero', enlace: null }]
}

function rebajaDe({ anio, propio, renta }: Partes): PasoRenta[] {
  if (!propio) return []
  const { techo, cuenta, por_clasificar: pendiente } = propio
  const tope = renta.rebaja < propio.rebaja ? '; no pasa del impuesto causado' : ''
  const falta = pendiente.documentos > 0 ? `. Faltan clasificar ${pendiente.documentos} recibidos` : ''
  return [
    {
      concepto: 'Menos rebaja por gastos personales',
      monto: negate(renta.rebaja),
      como: `${displayPorcentaje(techo.tasa)} de ${displayMonto(cuenta)} que cuentan${tope}${falta}. Solo usted la ve`,
      enlace: `/gastos_personales?anio=${anio}`,
    },
  ]
}

function retenidoDe({ anio, empresa, propio, retenido }: Partes): PasoRenta {
  const typed = propio?.situacion.retenido
  const isTyped = typed !== null && typed !== undefined
  return {
    concepto: 'Menos retenciones de renta',
    monto: negate(retenido),
    como: isTyped ? 'Lo que usted puso en la configuración de gastos personales' : 'Las que le hicieron sus clientes y constan registradas',
    enlace: isTyped ? `/gastos_personales/configuracion?anio=${anio}` : documentosOf('retenciones_recibidas', anio, empresa.hasta),
  }
}

/** The tax under the general régimen, for sales above the RIMPE ceiling; without an amount for companies, whose tax has no table. */
function generalDe({ anio, empresa, renta, deducciones, retenido }: Partes, ruc: string, rebaja: Monto): PasoRenta[] {
  const { regimen, ingresos, hasta } = empresa
  if (regimen === 'GENERAL' || renta.causado !== undefined) return []
  const concepto = 'En el régimen general'
  const when = 'Desde cuándo le corresponde lo dice el SRI'
  if (!pagaPorTabla(ruc, 'GENERAL'))
    return [
      {
        concepto,
        monto: null,
        como: `Una sociedad paga su tarifa sobre la utilidad de su balance: aquí no se estima. ${when}`,
        enlace: null,
      },
    ]
  const general = rentaAnualOf('GENERAL', { anio, ingresos, deducciones, rebaja, retenido })
  const menos = `${general.rebaja > 0 ? `, menos ${displayMonto(general.rebaja)} de rebaja por gastos personales` : ''}, menos ${displayMonto(retenido)} de retenciones`
  return [
    {
      concepto,
      monto: general.aPagar ?? null,
      como: `De ${displayMonto(general.base)}, que son ventas menos compras y gastos: ${general.como}${menos}. ${when}`,
      enlace: documentosOf('compras', anio, hasta),
    },
  ]
}

/** The estimate for 31 December if sales, expenses and withholdings continue at the rate of the days so far. */
function alFinal({ anio, empresa: { hasta, regimen, ingresos }, propio, deducciones, retenido }: Partes): Monto | null {
  const delAnio = daysBetween(`${anio}-01-01`, `${anio}-12-31`) + 1
  const dias = daysBetween(`${anio}-01-01`, hasta) + 1
  const grown = (monto: Monto) => proyectarAnio(monto, dias, delAnio)
  const typed = propio?.situacion
  const entrada = {
    anio,
    ingresos: grown(ingresos),
    deducciones: typed?.deducciones ?? grown(deducciones),
    rebaja: propio ? propio.proyectado.rebaja : 0,
    retenido: typed?.retenido ?? grown(retenido),
  }
  return rentaAnualOf(regimen, entrada).aPagar ?? null
}

/** Null for a taxpayer whose tax has no table. */
export async function estimar(deps: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta, anio: number): Promise<RentaEstimada | null> {
  const empresa = await readDeEmpresa(tx, session, anio, fechaIn(deps.clock.now()))
  const { regimen, ingresos, hasta } = empresa
  if (!pagaPorTabla(session.ruc, regimen)) return null
  const propio = await readPropio(deps, tx, session, anio)
  const deducciones = propio?.situacion.deducciones ?? empresa.gastos
  const retenido = propio?.situacion.retenido ?? empresa.retenido
  // By the sales of the company, not by the other income typed on his own page: the ceiling of 2022 depends on it.
  const rebaja = propio ? rebajaGastosPersonales(techoGastosPersonales({ ...propio.situacion, anio, ingresos }), propio.gastado) : 0
  const renta = rentaAnualOf(regimen, { anio, ingresos, deducciones, rebaja, retenido })
  const partes: Partes = { anio, empresa, propio, renta, deducciones, retenido }
  const isGeneral = regimen === 'GENERAL'
  return {
    anio,
    hasta,
    regimen,
    pasos: [
      ingresosDe(partes),
      ...(isGeneral ? gastosDe(partes) : []),
      { concepto: 'Impuesto causado', monto: renta.causado ?? null, como: renta.como, enlace: null },
      ...(isGeneral ? rebajaDe(partes) : []),
      retenidoDe(partes),
      ...generalDe(partes, session.ruc, rebaja),
    ],
    a_pagar: renta.aPagar ?? null,
    a_diciembre: alFinal(partes),
    fuente: renta.fuente,
    notas: [
      ...(renta.nota === '' ? [] : [renta.nota]),
      ...(isGeneral && !propio ? ['Sin la rebaja por gastos personales: solo la ve el contribuyente, con su usuario'] : []),
      ...(isGeneral ? [] : ['En RIMPE no se restan gastos ni la rebaja por gastos personales']),
      'Es una estimación: toma solo lo que consta en esta empresa',
    ],
  }
}
