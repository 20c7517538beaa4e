import type { FacturaForm, LineaFacturaForm } from '@yupana/contract'

/** Tells whether a part was issued before, counting repetitions: a correction may keep a part as often as it was issued. */
export function issuedBefore(issued: readonly string[]): (part: string) => boolean {
  const left = [...issued]
  return (part) => {
    const at = left.indexOf(part)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
}

/** Key of a line: everything that states what is sold and for how much. */
export function lineaKey(linea: LineaFacturaForm, modo: FacturaForm['modo']): string {
  const {
    producto_id: id,
    codigo,
    descripcion,
    cantidad,
    precio_unitario: precio,
    precio_sin_subsidio: sinSubsidio,
    descuento,
    iva,
    ice,
    irbpnr,
  } = linea
  const impuestos = [ice?.codigo, ice?.tarifa, ice?.especifico, ice?.unidades, irbpnr?.tarifa, irbpnr?.unidades]
  return JSON.stringify(
    [modo, id?.toLowerCase(), codigo, descripcion, cantidad, precio, sinSubsidio, descuento, iva, ...impuestos].map((part) => part ?? null),
  )
}
