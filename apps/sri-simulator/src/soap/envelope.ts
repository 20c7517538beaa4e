// Reads a SOAP request by the published WSDL: the operation has the namespace, its parameter has none.
import { ParseOption, XmlDocument, XmlElement, type XmlTreeNode } from 'libxml2-wasm'

import { SERVICIOS, type Operacion } from './servicios.ts'

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
const OPTIONS = ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_SYS_CATALOG

/** Not a request of this service; the text goes into the SOAP Fault. */
export class SolicitudInvalida extends Error {}

export interface Solicitud {
  readonly operacion: Operacion
  /** Text of the parameter; undefined when absent (null argument). */
  readonly argumento: string | undefined
}

function elementsOf(element: XmlElement): XmlElement[] {
  const list: XmlElement[] = []
  for (let node: XmlTreeNode | null = element.firstChild; node; node = node.next) if (node instanceof XmlElement) list.push(node)
  return list
}

export function readSolicitud(bytes: Uint8Array, servicio: string): Solicitud {
  let doc: XmlDocument
  try {
    doc = XmlDocument.fromBuffer(bytes, { option: OPTIONS })
  } catch {
    throw new SolicitudInvalida('Error reading XMLStreamReader')
  }
  try {
    if (doc.dtd) throw new SolicitudInvalida('Error reading XMLStreamReader: DTD')
    const { root } = doc
    if (root.name !== 'Envelope' || root.namespaceUri !== SOAP)
      throw new SolicitudInvalida(`"${root.namespaceUri}", the namespace on the "${root.name}" element, is not a valid SOAP version.`)
    const body = elementsOf(root).find((e) => e.name === 'Body' && e.namespaceUri === SOAP)
    const call = body && elementsOf(body)[0]
    const operacion = call && SERVICIOS[servicio]?.find((o) => o.nombre === call.name && o.namespace === call.namespaceUri)
    if (!operacion)
      throw new SolicitudInvalida(
        `Message part {${call?.namespaceUri ?? ''}}${call?.name ?? ''} was not recognized. (Does it exist in service WSDL?)`,
      )
    const [parameter] = elementsOf(call)
    if (parameter && (parameter.name !== operacion.parametro || parameter.namespaceUri !== ''))
      throw new SolicitudInvalida(
        `unexpected element (uri:"${parameter.namespaceUri}", local:"${parameter.name}"). Expected elements are <{}${operacion.parametro}>`,
      )
    return { operacion, argumento: parameter?.content }
  } finally {
    doc.dispose()
  }
}
