import type { RefObject } from 'react'

import { LineaFila } from './linea-fila.tsx'
import classes from './lineas.module.css'
import type { LineasContexto } from './lineas-context.ts'
import type { FilaPegada } from './pegar-filas.ts'
import { useGridKeys } from './use-grid-keys.ts'

interface LineasTablaProps {
  grid: RefObject<HTMLDivElement | null>
  ids: readonly string[]
  contexto: LineasContexto
  touched: { fila: number; times: number } | undefined
  onPaste: (filas: FilaPegada[]) => void
  /** Rows of 32 px where there is room for a whole line in one. */
  isDense: boolean
}

export function LineasTabla({ grid, ids, contexto, touched, onPaste, isDense }: LineasTablaProps) {
  const keys = useGridKeys({ grid, contexto, onPaste })
  const { modo, negocioPopular } = contexto.reglas
  const withIva = modo === 'PVP' && !negocioPopular
  return (
    <div ref={grid} className={classes.scroll} {...keys}>
      {/* The roles: where the rows are drawn as a grid, browsers forget that it is a table. */}
      <table
        role="table"
        className={classes.tabla}
        aria-label="Líneas"
        data-popular={negocioPopular || undefined}
        data-dense={isDense || undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className={classes.numero}>
              #
            </th>
            <th scope="col" role="columnheader" className={classes.colProducto}>
              Producto
            </th>
            <th scope="col" role="columnheader" className={classes.colDescripcion}>
              Descripción
            </th>
            <th scope="col" role="columnheader" className={classes.colCantidad}>
              Cantidad
            </th>
            <th
              scope="col"
              role="columnheader"
              className={classes.colPrecio}
              title={withIva ? 'Precio unitario con IVA' : 'Precio unitario sin IVA'}
            >
              {withIva ? 'P. con IVA' : 'P. unitario'}
            </th>
            <th scope="col" role="columnheader" className={classes.colDescuento}>
              Descuento
            </th>
            {!negocioPopular && (
              <th scope="col" role="columnheader" className={classes.colIva}>
                IVA
              </th>
            )}
            <th scope="col" role="columnheader" className={classes.colSubtotal}>
              Subtotal
            </th>
            <th scope="col" role="columnheader" className={classes.colMas}>
              <span className={classes.oculto}>Acciones</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {ids.map((id, fila) => (
            <LineaFila key={id} fila={fila} touched={touched?.fila === fila ? touched.times : 0} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
