import type { FacturaForm } from '@yupana/contract'
import {
  checkDestinoExportacion,
  checkExportacion,
  checkReembolsoFactura,
  EXPORTADOR,
  joinRevisiones,
  type Fecha,
  type Revision,
  type TotalesDocumento,
  type TotalesEntrada,
} from '@yupana/fiscal'

import { cabeceraReembolso, reembolsosOf } from '../comprobante/armado/armado.door.ts'

/** Charges that an export adds to the total. */
export const cargosOf = ({
  exportacion,
}: FacturaForm): Pick<TotalesEntrada, 'fleteInternacional' | 'seguroInternacional' | 'gastosAduaneros' | 'gastosTransporteOtros'> =>
  exportacion === undefined
    ? {}
    : {
        fleteInternacional: exportacion.flete,
        seguroInternacional: exportacion.seguro,
        gastosAduaneros: exportacion.gastos_aduaneros,
        gastosTransporteOtros: exportacion.gastos_transporte,
      }

/** A sale abroad by the names of its XML; empty for a sale inside the country. */
export const exportacionOf = (form: FacturaForm) => {
  const { exportacion } = form
  if (exportacion === undefined) return {}
  return {
    comercioExterior: EXPORTADOR,
    incoTermFactura: exportacion.incoterm,
    lugarIncoTerm: exportacion.lugar_incoterm,
    paisOrigen: exportacion.pais_origen,
    puertoEmbarque: exportacion.puerto_embarque,
    puertoDestino: exportacion.puerto_destino,
    paisDestino: exportacion.pais_destino,
    paisAdquisicion: exportacion.pais_adquisicion,
    incoTermTotalSinImpuestos: exportacion.incoterm_total,
    ...cargosOf(form),
  }
}

/** Checks sales abroad and recovered vouchers against the lines that charge them. */
export function reviseComercio(form: FacturaForm, { lineas }: TotalesEntrada, totales: TotalesDocumento, fecha: Fecha): Revision {
  const { reembolsos = [] } = form
  const exportacion = exportacionOf(form)
  return joinRevisiones(
    { problemas: checkExportacion(exportacion, lineas), advertencias: [] },
    checkDestinoExportacion(exportacion, form.comprador.tipo_identificacion),
    checkReembolsoFactura(cabeceraReembolso(reembolsos), reembolsosOf(reembolsos), totales, fecha),
  )
}
