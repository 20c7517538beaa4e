import { displayMonto, displayNumero, plainMonto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { useAtajos } from '../../domain/emision/atajos.ts'
import { convertPrecio } from '../../domain/lineas-editor/linea-valores.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { nombreOf } from '../../lib/teclado/keyboard.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { ultimoPrecioQuery } from './documento.queries.ts'
import classes from '../../domain/emision/hoja.module.css'
import type { FacturaValores } from './factura-valores.ts'
import { TECLAS } from './teclas.ts'

/** The client's last price for the product of the focused line; one key takes it. */
export function UltimoPrecio({ fila }: { fila: number }) {
  const { setValue } = useFormContext<FacturaValores>()
  const [persona, linea, modo, fecha] = useWatch<FacturaValores, ['comprador.persona_id', `lineas.${number}`, 'modo', 'fecha_emision']>({
    name: ['comprador.persona_id', `lineas.${fila}`, 'modo', 'fecha_emision'],
  })
  const producto = linea?.producto_id
  const { data } = useQuery({
    ...ultimoPrecioQuery(persona ?? '', producto ?? ''),
    enabled: persona !== undefined && producto !== undefined,
  })
  const isKnown = data && persona !== undefined && producto !== undefined && linea !== undefined
  const precio = isKnown ? (data.modo === modo ? data.precio_unitario : convertPrecio(data.precio_unitario, linea.iva, modo, fecha)) : 0
  const canPrice = hasRight('documento:cambiar_precio')
  const use = () => {
    if (isKnown && canPrice) setValue(`lineas.${fila}.precio`, plainMonto(precio, 2), { shouldDirty: true })
  }
  useAtajos(TECLAS, { ultimoPrecio: use })
  if (!isKnown) return null
  return (
    <p className={classes.ultimoPrecio}>
      <span>
        Línea {fila + 1}: último precio a este cliente{' '}
        <strong>{displayMonto(precio, Math.max(2, plainMonto(precio).split('.')[1]?.length ?? 0))}</strong> por{' '}
        {displayNumero(data.cantidad)}, el {fechaText(data.fecha_emision)}
      </span>
      {canPrice && (
        <Button variant="subtle" onClick={use} title={nombreOf(TECLAS.ultimoPrecio)}>
          Usar este precio
        </Button>
      )}
    </p>
  )
}
