import { useFormContext, useWatch } from 'react-hook-form'
import { labelOfTipoIva } from '@yupana/fiscal'
import { IconChevronRight } from '@tabler/icons-react'

import { ProductoPicker } from '../producto-picker/producto-picker.tsx'
import { extrasOf, subtotalOf, useProblemas } from './linea-fila.tsx'
import { isEmptyLinea, type LineaValores } from './linea-valores.ts'
import classes from './lineas-tarjetas.module.css'
import { paraOf } from './reglas-linea.ts'
import { useLineasContext, type LineasForm } from './lineas-context.ts'

/** The lines on a phone: one card each, opened over the whole window, and one search for the next product. */
export function LineasTarjetas({ ids }: { ids: readonly string[] }) {
  const { acciones, canPrice, reglas } = useLineasContext()
  return (
    <div className={classes.tarjetas}>
      <ol>
        {ids.map((id, fila) => (
          <Tarjeta key={id} fila={fila} />
        ))}
      </ol>
      <ProductoPicker
        className={classes.buscador}
        label="Agregar producto"
        codigo=""
        lista={reglas.lista}
        para={paraOf(reglas)}
        placeholder="Escanee o busque un producto"
        onChoose={acciones.scan}
        onScan={acciones.scan}
        onMiss={acciones.miss}
        onCreate={(text) => acciones.create(text, -1)}
        onDescribe={canPrice ? (text) => acciones.describe(text, -1) : undefined}
      />
    </div>
  )
}

function Tarjeta({ fila }: { fila: number }) {
  const { reglas, acciones } = useLineasContext()
  const { control } = useFormContext<LineasForm>()
  const linea = useWatch({ control, name: `lineas.${fila}` }) as LineaValores | undefined
  const [problema] = Object.values(useProblemas(fila, linea, () => true))
  if (!linea || isEmptyLinea(linea)) return null
  const detalle = [
    `${linea.cantidad || '—'} × $${linea.precio || '—'}`,
    linea.descuento.trim() && `− ${linea.descuento_en === 'PORCENTAJE' ? `${linea.descuento}%` : `$${linea.descuento}`}`,
    !reglas.negocioPopular && `IVA ${labelOfTipoIva(linea.iva, reglas.fecha) ?? ''}`,
    extrasOf(linea, reglas.lista),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <li>
      <button
        type="button"
        className={classes.tarjeta}
        data-fila={fila}
        data-columna="producto"
        data-wrong={problema !== undefined || undefined}
        onClick={() => acciones.open(fila)}
      >
        <span className={classes.tarjetaNombre}>{linea.descripcion || linea.codigo || 'Sin descripción'}</span>
        <b>{subtotalOf(linea)}</b>
        <span className={classes.tarjetaDetalle}>{detalle}</span>
        <IconChevronRight size={18} aria-hidden="true" />
        {problema !== undefined && <span className={classes.tarjetaProblema}>{problema}</span>}
      </button>
    </li>
  )
}
