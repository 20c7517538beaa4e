import type { FacturaForm } from '@yupana/contract'
import {
  checkIce, checkRubrosTerceros, checkTransporte, checkTransporteComercial, iceWarnings, irbpnrWarnings, joinRevisiones,
  type Fecha, type Problema, type Revision,
} from '@yupana/fiscal'

const TRANSPORTE: Readonly<Record<string, string>> = {
  dirPartida: 'dir_partida',
  razonSocialTransportista: 'razon_social_transportista',
  rucTransportista: 'identificacion_transportista',
  fechaIniTransporte: 'fecha_ini',
  fechaFinTransporte: 'fecha_fin',
}

const rename = ({ problemas, advertencias }: Revision, to: (campo: string) => string): Revision => {
  const renamed = (found: readonly Problema[]): Problema[] => found.map(({ campo, mensaje }) => ({ campo: to(campo), mensaje }))
  return { problemas: renamed(problemas), advertencias: renamed(advertencias) }
}

/** The waybill that the factura stands for. The form takes any plate. */
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
    otraPlaca: true,
  }
  return rename(checkTransporte(transporte, fecha), (campo) => `sustitutiva_guia.${TRANSPORTE[campo] ?? campo}`)
}

function checkImpuestos({ lineas }: FacturaForm, fecha: Fecha): Revision {
  return joinRevisiones(...lineas.map(({ ice, irbpnr }, at): Revision => {
    const entrada = ice && { codigoPorcentaje: ice.codigo, tarifa: ice.tarifa, especifico: ice.especifico }
    return {
      problemas: entrada ? checkIce(entrada, fecha, `lineas.${at}.ice`) : [],
      advertencias: [
        ...(entrada ? iceWarnings(entrada, fecha, `lineas.${at}.ice`) : []),
        ...(irbpnr ? irbpnrWarnings(irbpnr, fecha, `lineas.${at}.irbpnr`) : []),
      ],
    }
  }))
}

/** What a factura carries besides lines and payments, against the law as of `fecha`. Fields are the form's own. */
export function reviseAnexos(form: FacturaForm, fecha: Fecha): Revision {
  const rubros = { problemas: checkRubrosTerceros(form.rubros_terceros), advertencias: [] }
  return joinRevisiones(
    checkImpuestos(form, fecha),
    rename(rubros, (campo) => campo.replace('rubrosTerceros', 'rubros_terceros')),
    checkTransporteComercial(form.lineas.map((linea) => linea.codigo_auxiliar), form.placa, fecha),
    checkSustitutiva(form, fecha),
  )
}
