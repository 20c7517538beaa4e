import type { FacturaForm } from '@yupana/contract'
import {
  checkIce,
  checkNegociable,
  checkRubrosTerceros,
  checkTransporte,
  checkTransporteComercial,
  iceWarnings,
  irbpnrWarnings,
  joinRevisiones,
  type Fecha,
  type Problema,
  type Revision,
} from '@yupana/fiscal'

import { pagosOf } from '../comprobante/armado/armado.door.ts'

/** Prefixes the fields with the group of the form that was checked by itself. */
const inside = (grupo: string, { problemas, advertencias }: Revision): Revision => {
  const named = (found: readonly Problema[]): Problema[] => found.map(({ campo, mensaje }) => ({ campo: `${grupo}.${campo}`, mensaje }))
  return { problemas: named(problemas), advertencias: named(advertencias) }
}

/** The waybill that the factura replaces. */
function checkSustitutiva({ sustitutiva_guia: guia }: FacturaForm, fecha: Fecha): Revision {
  if (guia === undefined) return { problemas: [], advertencias: [] }
  const transporte = {
    dirPartida: guia.dir_partida,
    razonSocialTransportista: guia.razon_social_transportista,
    tipoIdentificacionTransportista: guia.tipo_identificacion_transportista,
    rucTransportista: guia.identificacion_transportista,
    fechaIniTransporte: guia.fecha_ini,
    fechaFinTransporte: guia.fecha_fin,
    placa: guia.placa,
    otraPlaca: guia.otra_placa,
  }
  return inside('sustitutiva_guia', checkTransporte(transporte, fecha))
}

function checkImpuestos({ lineas }: FacturaForm, fecha: Fecha): Revision {
  return joinRevisiones(
    ...lineas.map(({ ice, irbpnr }, at): Revision => {
      const entrada = ice && { codigoPorcentaje: ice.codigo, tarifa: ice.tarifa, especifico: ice.especifico, unidades: ice.unidades }
      return {
        problemas: entrada ? checkIce(entrada, fecha, `lineas.${at}.ice`) : [],
        advertencias: [
          ...(entrada ? iceWarnings(entrada, fecha, `lineas.${at}.ice`) : []),
          ...(irbpnr ? irbpnrWarnings(irbpnr, fecha, `lineas.${at}.irbpnr`) : []),
        ],
      }
    }),
  )
}

/** Whether it can be a negotiable title of credit, by the terms in its XML. */
const reviseNegociable = ({ negociable, comprador, pagos }: FacturaForm): Problema[] =>
  negociable === undefined ? [] : checkNegociable({ direccionComprador: comprador.direccion, pagos: pagosOf(pagos) })

/** Checks the parts of a factura besides lines and payments against the law as of `fecha`. */
export function reviseAnexos(form: FacturaForm, fecha: Fecha): Revision {
  return joinRevisiones(
    checkImpuestos(form, fecha),
    { problemas: [...checkRubrosTerceros(form.rubros_terceros), ...reviseNegociable(form)], advertencias: [] },
    checkTransporteComercial(
      form.lineas.map((linea) => linea.codigo_auxiliar),
      form.placa,
      fecha,
    ),
    checkSustitutiva(form, fecha),
  )
}
