import { adicionalOf, claveOf, emisorOf } from './comprobante-comun.ts'
import { filled, type ContenidoRide } from './contenido.ts'
import { nombreIn } from '../../catalogos/entrada.ts'
import { COMPROBANTES } from '../../catalogos/tipo-comprobante.ts'
import type { ValorDocumento } from '../../documentos/documento.ts'
import { declaracionOf, type Comprobante, type TipoComprobante, type ValorOf } from '../../documentos/documentos.ts'
import type { CampoAdicional } from '../../documentos/partes/partes.ts'
import { parteFactura } from './factura.ts'
import { parteGuiaRemision } from './guia-remision.ts'
import { parteLiquidacionCompra } from './liquidacion-compra.ts'
import { parteNotaCredito } from './nota-credito.ts'
import { parteNotaDebito } from './nota-debito.ts'
import type { ParteRide } from './parte.ts'
import { parteRetencion } from './retencion.ts'

/** One function per document type; a missing type does not compile. */
const PARTES: { readonly [K in TipoComprobante]: (documento: ValorOf<K>) => ParteRide } = {
  factura: parteFactura,
  liquidacionCompra: parteLiquidacionCompra,
  notaCredito: parteNotaCredito,
  notaDebito: parteNotaDebito,
  guiaRemision: parteGuiaRemision,
  comprobanteRetencion: parteRetencion,
}

/** Content of a RIDE (sri §12) for a document of any type and version. */
export function contenidoOf({ tipo, documento }: Comprobante, vendedor?: string): ContenidoRide {
  const { fechaEmision, codDoc } = declaracionOf(tipo)
  const { infoTributaria } = documento
  const infoAdicional: readonly CampoAdicional[] | undefined = documento.infoAdicional
  const { obligaciones, sujeto, ...parte } = (PARTES[tipo] as (documento: ValorDocumento) => ParteRide)(documento)
  return {
    titulo: nombreIn(COMPROBANTES, codDoc),
    emisor: emisorOf(infoTributaria, obligaciones, infoAdicional),
    clave: claveOf(infoTributaria, fechaEmision(documento)),
    sujeto: [...sujeto, ...filled([['Vendedor', vendedor]])],
    adicional: adicionalOf(infoAdicional),
    ...parte,
  }
}
