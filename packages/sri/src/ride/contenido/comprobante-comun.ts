import { displayNumero, nombreComprobanteAts, nombreFormaPago, type Fecha } from '@yupana/fiscal'

import { filled, type Clave, type Dato, type Emisor, type Fila, type Tabla } from './contenido.ts'
import { AMBIENTES } from '../../catalogos/ambiente.ts'
import { nombreIn } from '../../catalogos/entrada.ts'
import type { InfoTributaria } from '../../documentos/partes/info-tributaria.ts'
import type { CampoAdicional, Pago } from '../../documentos/partes/partes.ts'
import { dinero } from './formato.ts'

// Parts common to all document types: issuer, identity, additional fields and payments.

const GRAN_CONTRIBUYENTE = /^gran contribuyente$/i

export interface ObligacionesEmisor {
  readonly dirEstablecimiento?: string | undefined
  readonly contribuyenteEspecial?: string | undefined
  readonly obligadoContabilidad?: string | undefined
}

export function emisorOf(info: InfoTributaria, obligaciones: ObligacionesEmisor, adicional: readonly CampoAdicional[] = []): Emisor {
  return {
    razonSocial: info.razonSocial,
    nombreComercial: info.nombreComercial,
    ruc: info.ruc,
    datos: [
      ...filled([
        ['Dirección matriz', info.dirMatriz],
        ['Dirección sucursal', obligaciones.dirEstablecimiento],
        ['Contribuyente especial Nro.', obligaciones.contribuyenteEspecial],
        ['OBLIGADO A LLEVAR CONTABILIDAD', obligaciones.obligadoContabilidad],
        ['Agente de retención Resolución No.', info.agenteRetencion],
        ['Régimen', info.contribuyenteRimpe],
      ]),
      ...adicional.filter(isGranContribuyente).map(({ valor }) => ({ nombre: 'Gran Contribuyente', valor })),
    ],
  }
}

export const claveOf = (info: InfoTributaria, fechaEmision: Fecha | undefined): Clave => ({
  numero: `${info.estab}-${info.ptoEmi}-${info.secuencial}`,
  claveAcceso: /^\d{49}$/.test(info.claveAcceso) ? info.claveAcceso : undefined,
  ambiente: nombreIn(AMBIENTES, info.ambiente),
  emision: 'NORMAL',
  fechaEmision,
})

/** The additional fields; «Gran Contribuyente» stands with the issuer instead. */
export const adicionalOf = (campos: readonly CampoAdicional[] = []): Dato[] =>
  campos.filter((campo) => !isGranContribuyente(campo)).map(({ nombre, valor }) => ({ nombre, valor }))

const isGranContribuyente = ({ nombre }: CampoAdicional): boolean => GRAN_CONTRIBUYENTE.test(nombre.trim())

export function pagosOf(pagos: readonly Pago[] = []): Tabla {
  const withPlazo = pagos.some(({ plazo, unidadTiempo }) => plazo !== undefined || unidadTiempo)
  const plazoOf = (plazo: number | undefined): string => (plazo === undefined ? '' : displayNumero(plazo))
  return {
    columnas: [
      { titulo: 'Forma de pago', tipo: 'texto' },
      { titulo: 'Valor', tipo: 'monto' },
      ...(withPlazo
        ? ([
            { titulo: 'Plazo', tipo: 'monto' },
            { titulo: 'Tiempo', tipo: 'codigo' },
          ] as const)
        : []),
    ],
    filas: pagos.map((pago): Fila => {
      const name = `${pago.formaPago} - ${nombreFormaPago(pago.formaPago) ?? pago.formaPago}`
      const plazo = plazoOf(pago.plazo)
      return {
        celdas: [{ texto: name }, { texto: dinero(pago.total) }, { texto: plazo }, { texto: pago.unidadTiempo ?? '' }].slice(
          0,
          withPlazo ? 4 : 2,
        ),
        ticket: { texto: name, detalle: plazo && `Plazo: ${plazo} ${pago.unidadTiempo ?? ''}`.trim(), valor: dinero(pago.total) },
      }
    }),
  }
}

/** Name of a kind of document in the ATS, such as «Nota o boleta de venta», or its code. */
export const comprobanteName = (codDoc: string): string => nombreComprobanteAts(codDoc) ?? codDoc
