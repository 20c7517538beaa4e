// Writes the WSDL of a service from its table.
import { SERVICIOS, TIPOS_RESPUESTA, type Operacion } from './servicios.ts'

const optional = (name: string, type: string): string => `<xs:element minOccurs="0" name="${name}" type="${type}"/>`

function field([name, type]: readonly [string, string]): string {
  if (!type.startsWith('*')) return optional(name, type)
  return `<xs:element minOccurs="0" name="${name}"><xs:complexType><xs:sequence><xs:element maxOccurs="unbounded" minOccurs="0" ref="tns:${type.slice(1)}"/></xs:sequence></xs:complexType></xs:element>`
}

const complexType = (name: string, inner: string): string =>
  `<xs:complexType name="${name}"><xs:sequence>${inner}</xs:sequence></xs:complexType>`

function typesUsed(from: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(from)) return found
  found.add(from)
  for (const [, type] of TIPOS_RESPUESTA[from] ?? []) if (type.startsWith('*')) typesUsed(type.slice(1), found)
  return found
}

function schemaOf(operaciones: readonly Operacion[], namespace: string): string {
  const used = new Set(operaciones.flatMap((o) => [...typesUsed(o.tipoRespuesta)]))
  const elements = operaciones.flatMap((o) => [o.nombre, `${o.nombre}Response`])
  const referred = ['autorizacion', 'comprobante', 'mensaje'].filter((name) => used.has(name))
  return (
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${namespace}" elementFormDefault="unqualified" targetNamespace="${namespace}" version="1.0">` +
    [...elements, ...referred].map((name) => `<xs:element name="${name}" type="tns:${name}"/>`).join('') +
    operaciones
      .map(
        (o) =>
          complexType(o.nombre, optional(o.parametro, o.tipoParametro)) +
          complexType(`${o.nombre}Response`, optional(o.respuesta, `tns:${o.tipoRespuesta}`)),
      )
      .join('') +
    [...used].map((name) => complexType(name, (TIPOS_RESPUESTA[name] ?? []).map(field).join(''))).join('') +
    '</xs:schema>'
  )
}

const message = (name: string): string =>
  `<wsdl:message name="${name}"><wsdl:part element="tns:${name}" name="parameters"></wsdl:part></wsdl:message>`

const portOperation = ({ nombre }: Operacion): string =>
  `<wsdl:operation name="${nombre}"><wsdl:input message="tns:${nombre}" name="${nombre}"></wsdl:input><wsdl:output message="tns:${nombre}Response" name="${nombre}Response"></wsdl:output></wsdl:operation>`

const bindingOperation = ({ nombre }: Operacion): string =>
  `<wsdl:operation name="${nombre}"><soap:operation soapAction="" style="document"/><wsdl:input name="${nombre}"><soap:body use="literal"/></wsdl:input><wsdl:output name="${nombre}Response"><soap:body use="literal"/></wsdl:output></wsdl:operation>`

/** WSDL of a service; undefined for an unknown name. */
export function wsdlOf(servicio: string, address: string): string | undefined {
  const operaciones = Object.hasOwn(SERVICIOS, servicio) ? SERVICIOS[servicio] : undefined
  const namespace = operaciones?.[0]?.namespace
  if (!operaciones || !namespace) return undefined
  return (
    `<?xml version='1.0' encoding='UTF-8'?><wsdl:definitions xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="${namespace}" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" name="${servicio}Service" targetNamespace="${namespace}">` +
    `<wsdl:types>${schemaOf(operaciones, namespace)}</wsdl:types>` +
    operaciones.map((o) => message(`${o.nombre}Response`) + message(o.nombre)).join('') +
    `<wsdl:portType name="${servicio}">${operaciones.map(portOperation).join('')}</wsdl:portType>` +
    `<wsdl:binding name="${servicio}ServiceSoapBinding" type="tns:${servicio}"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>${operaciones.map(bindingOperation).join('')}</wsdl:binding>` +
    `<wsdl:service name="${servicio}Service"><wsdl:port binding="tns:${servicio}ServiceSoapBinding" name="${servicio}Port"><soap:address location="${address}"/></wsdl:port></wsdl:service></wsdl:definitions>`
  )
}
