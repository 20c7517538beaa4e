/** Who may withhold at all, and why not otherwise (O-99). */
import { condicionAt, type CondicionTributaria } from './condicion.ts'
import { displayFecha, type Fecha } from './fecha.ts'
import { IMPUESTO_RETENIDO, type ImpuestoRetenido } from './retencion-tarifas.ts'

const { RENTA, IVA, ISD } = IMPUESTO_RETENIDO

/** What is paid for: only what decides who withholds. */
export interface CasoRetencion {
  /** Supported by a liquidación de compra of ours. */
  liquidacion?: boolean | undefined
  /** Paid to somebody who does not live in Ecuador (pagoLocExt 02). */
  exterior?: boolean | undefined
  /** The company withholds from itself (codes 350 and 3481). */
  propia?: boolean | undefined
}

export interface PermisoRetencion {
  /** The taxes that may be withheld; none when the company must not. */
  impuestos: readonly ImpuestoRetenido[]
  /** Why, in Spanish. */
  motivo: string
}

/** Which taxes the company may withhold in this case, by the conditions that hold on the date of the voucher. */
export function permisoRetencion(condiciones: readonly CondicionTributaria[], fecha: Fecha, caso: CasoRetencion = {}): PermisoRetencion {
  if (caso.propia === true) return { impuestos: [RENTA], motivo: 'Autorretención: la empresa retiene sobre su propio ingreso.' }
  if (caso.exterior === true) return { impuestos: [RENTA, IVA, ISD], motivo: 'Todo pago al exterior obliga a retener, sin designación del SRI.' }
  const agente = condicionAt(condiciones, 'AGENTE_RETENCION', fecha)
  if (agente) return { impuestos: [RENTA, IVA], motivo: `Agente de retención desde el ${displayFecha(agente.desde)}, resolución ${agente.valor}.` }
  const especial = condicionAt(condiciones, 'CONTRIBUYENTE_ESPECIAL', fecha)
  if (especial) return { impuestos: [RENTA, IVA], motivo: `Contribuyente especial desde el ${displayFecha(especial.desde)}, resolución ${especial.valor}.` }
  if (caso.liquidacion === true) return { impuestos: [IVA], motivo: 'Toda liquidación de compra obliga a retener su IVA, sin designación del SRI.' }
  return {
    impuestos: [],
    motivo: `La empresa no consta como agente de retención ni contribuyente especial el ${displayFecha(fecha)}: solo retiene el IVA de sus liquidaciones de compra y los pagos al exterior.`,
  }
}
