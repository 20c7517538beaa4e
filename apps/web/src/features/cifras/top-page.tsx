import type { ProductoTop } from '@yupana/contract'
import { displayMonto, displayNumero } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { LoadFailure } from '../../components/load-failure.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import classes from '../../domain/cifras/cifras.module.css'
import { rangoText } from '../../domain/cifras/periodo-text.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { topQuery } from './cifras.queries.ts'
import { PeriodoBarra, useEleccion } from './periodo-barra.tsx'

const ORDENES = [
  { value: 'total', label: 'Monto' },
  { value: 'cantidad', label: 'Cantidad' },
]

/** `/top_productos`: what sells most in a period, where it stood before, and what stopped being sold. */
export function TopPage() {
  const [eleccion, change] = useEleccion()
  const [orden, setOrden] = useState('total')
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(topQuery(eleccion, orden))
  return (
    <>
      <PageHeader title="Top Productos" />
      <div className={classes.page}>
        <PeriodoBarra eleccion={eleccion} onChange={change}>
          <NativeSelect label="Ordenar por" value={orden} data={ORDENES} onChange={({ currentTarget: { value } }) => setOrden(value)} />
        </PeriodoBarra>
        {data ? (
          <>
            <Tabla
              title="Los más vendidos"
              productos={data.productos}
              nothing="Nada se vendió en este período."
              placed
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
  anterior: string
}

const Tabla = ({ title, productos, nothing, placed = false, anterior }: TablaProps) => (
  <section className={classes.card} aria-label={title}>
    <h2>{title}</h2>
    {productos.length === 0 ? (
      <p className={classes.quiet}>{nothing}</p>
    ) : (
      <table className={classes.corte}>
        <thead>
          <tr>
            {placed && <th scope="col">Lugar</th>}
            <th scope="col">Producto</th>
            <th scope="col" data-end>
              Cantidad
            </th>
            <th scope="col" data-end>
              Monto
            </th>
            {placed && (
              <th scope="col" data-end title={`Frente al ${anterior}`}>
                Antes
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {productos.map(({ producto_id, codigo, nombre, cantidad, total, antes }, at) => (
            <tr key={producto_id ?? nombre}>
              {placed && <td>{at + 1}</td>}
              <th scope="row">
                {producto_id === null ? nombre : <Link to={`/producto/${producto_id}`}>{nombre}</Link>}
                {codigo !== null && <span className={classes.quiet}> {codigo}</span>}
              </th>
              <td data-end>{displayNumero(cantidad)}</td>
              <td data-end>{displayMonto(total)}</td>
              {placed && <td data-end>{moveOf(at + 1, antes)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
