import type { OrdenTop, ProductoTop } from '@yupana/contract'
import { displayMonto, displayNumero, isUuid } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'

import { ExportButton } from '../../components/data-table/export-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { bodegasQuery } from '../../domain/bodega/bodegas.ts'
import { arbolQuery, caminoText, sitiosOf } from '../../domain/categoria/categoria.ts'
import classes from '../../domain/cifras/cifras.module.css'
import { rangoText } from '../../domain/cifras/periodo-text.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { saveTop, topQuery } from './cifras.queries.ts'
import { PeriodoBarra, useEleccion } from './periodo-barra.tsx'

const ORDENES: readonly { value: OrdenTop; label: string }[] = [
  { value: 'total', label: 'Monto' },
  { value: 'cantidad', label: 'Cantidad' },
  { value: 'margen', label: 'Margen' },
]
const TODAS = { value: '', label: 'Todas' }

/** `/top_productos`: the best-selling products of a period, their earlier places, and products that no longer sell. */
export function TopPage() {
  const [eleccion, change] = useEleccion()
  const [search] = useSearchParams()
  const seesCost = hasRight('producto:ver_costo')
  const ordenes = ORDENES.filter(({ value }) => seesCost || value !== 'margen')
  const orden = ordenes.find(({ value }) => value === search.get('orden'))?.value ?? 'total'
  const idOf = (name: string) => {
    const id = search.get(name) ?? ''
    return isUuid(id) ? id : undefined
  }
  const cuales = { periodo: eleccion.periodo, fecha: eleccion.fecha, orden, bodega_id: idOf('bodega'), categoria_id: idOf('categoria') }
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(topQuery(cuales))
  const { data: bodegas = [] } = useQuery(bodegasQuery())
  const { data: categorias = [] } = useQuery(arbolQuery())
  return (
    <>
      <PageHeader title="Top Productos">
        <ExportButton onExport={(formato) => saveTop(cuales, formato)} />
      </PageHeader>
      <div className={classes.page}>
        <PeriodoBarra eleccion={eleccion} onChange={change}>
          <NativeSelect
            label="Ordenar por"
            value={orden}
            data={ordenes}
            onChange={({ currentTarget: { value } }) => change({ orden: value })}
          />
          {bodegas.length > 1 && (
            <NativeSelect
              label="Bodega"
              value={cuales.bodega_id ?? ''}
              data={[TODAS, ...bodegas.map(({ id, name }) => ({ value: id, label: name }))]}
              onChange={({ currentTarget: { value } }) => change({ bodega: value })}
            />
          )}
          {categorias.length > 0 && (
            <NativeSelect
              label="Categoría"
              value={cuales.categoria_id ?? ''}
              data={[TODAS, ...sitiosOf(categorias).map(({ nodo, above }) => ({ value: nodo.id, label: caminoText([...above, nodo]) }))]}
              onChange={({ currentTarget: { value } }) => change({ categoria: value })}
            />
          )}
        </PeriodoBarra>
        {data ? (
          <>
            <Tabla
              title="Los más vendidos"
              productos={data.productos}
              nothing="Nada se vendió en este período."
              placed
              withMargen={seesCost}
              anterior={rangoText(data.anterior)}
            />
            {data.sin_ventas.length > 0 && (
              <Tabla
                title={`Se vendieron del ${rangoText(data.anterior)} y en este período no`}
                productos={data.sin_ventas}
                nothing=""
                anterior={rangoText(data.anterior)}
              />
            )}
          </>
        ) : error ? (
          <LoadFailure reason="No se pudieron leer los productos." onRetry={() => void refetch()} onBack={leave} />
        ) : (
          <Skeleton label="Cargando los productos" lines={['100%', '100%', '80%', '60%']} />
        )}
      </div>
    </>
  )
}

/** «Subió 3», «Bajó 1», «Igual», «Nuevo». */
export function moveOf(place: number, before: number | null): string {
  if (before === null) return 'Nuevo'
  const moved = before - place
  return moved === 0 ? 'Igual' : moved > 0 ? `Subió ${moved}` : `Bajó ${-moved}`
}

interface TablaProps {
  title: string
  productos: readonly ProductoTop[]
  nothing: string
  placed?: boolean
  withMargen?: boolean
  anterior: string
}

const Tabla = ({ title, productos, nothing, placed = false, withMargen = false, anterior }: TablaProps) => (
  <section className={classes.card} aria-label={title}>
    <h2>{title}</h2>
    {productos.length === 0 ? (
      <p className={classes.quiet}>{nothing}</p>
    ) : (
      <table role="table" className={classes.corte} data-cards>
        <thead role="rowgroup">
          <tr role="row">
            {placed && (
              <th scope="col" role="columnheader">
                Lugar
              </th>
            )}
            <th scope="col" role="columnheader">
              Producto
            </th>
            <th scope="col" role="columnheader" data-end>
              Cantidad
            </th>
            <th scope="col" role="columnheader" data-end>
              Monto
            </th>
            {withMargen && (
              <th scope="col" role="columnheader" data-end title="Sin impuestos, menos el costo con que salió de bodega">
                Margen
              </th>
            )}
            {placed && (
              <th scope="col" role="columnheader" data-end title={`Frente al ${anterior}`}>
                Antes
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {productos.map(({ producto_id, codigo, nombre, cantidad, total, margen, antes }, at) => (
            <tr role="row" key={producto_id ?? nombre}>
              {placed && <td role="cell">{at + 1}</td>}
              <th scope="row" role="rowheader">
                {producto_id === null ? nombre : <Link to={`/producto/${producto_id}`}>{nombre}</Link>}
                {codigo !== null && <span className={classes.quiet}> {codigo}</span>}
              </th>
              <td role="cell" data-label="Cantidad" data-end>
                {displayNumero(cantidad)}
              </td>
              <td role="cell" data-label="Monto" data-end>
                {displayMonto(total)}
              </td>
              {withMargen && (
                <td role="cell" data-label="Margen" data-end>
                  {margen === null ? '—' : displayMonto(margen)}
                </td>
              )}
              {placed && (
                <td role="cell" data-label="Antes" data-end>
                  {moveOf(at + 1, antes)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
