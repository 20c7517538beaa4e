import type { ProductoVenta } from '@yupana/contract'
import { isUuid } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFilter } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { bodegasQuery } from '../../domain/bodega/bodegas.ts'
import { ExistenciaResumen, kardexColumns, KardexTabla } from '../../domain/kardex/kardex-tabla.tsx'
import { existenciaQuery, exportarKardex, kardexQuery } from '../../domain/kardex/kardex.queries.ts'
import { ProductoPicker } from '../../domain/producto-picker/producto-picker.tsx'
import { hasRight, isAdmin } from '../../lib/sesion/rights.ts'
import { MetodoDialog } from './metodo-dialog.tsx'
import classes from './movimiento.module.css'

const SHAPE = { sorts: [], filters: { producto: isUuid, bodega: isUuid } }

/** `/movimiento/kardex`: rows of a product in a warehouse, newest first. */
export function KardexPage() {
  const listing = useListing(SHAPE)
  const [metodo, setMetodo] = useState(false)
  const mayChange = isAdmin() && hasRight('empresa:editar')
  const { page, size, filters } = listing.state
  const { producto = '', bodega } = filters
  const { data: bodegas = [] } = useQuery(bodegasQuery())
  const present = bodega ?? bodegas.find(({ predeterminada }) => predeterminada)?.id
  const { data: existencia } = useQuery({ ...existenciaQuery(producto), enabled: producto !== '' })
  const answer = useQuery(kardexQuery({ producto, bodega, page, size }))
  return (
    <>
      <PageHeader title="Kardex" count={producto === '' ? undefined : answer.data && totalText(answer.data)}>
        {producto !== '' && <ExportButton onExport={(formato) => exportarKardex({ producto, bodega }, kardexColumns(), formato)} />}
        {mayChange && (
          <Button variant="default" onClick={() => setMetodo(true)}>
            Método de costo
          </Button>
        )}
        <LinkButton to="/movimiento/existencias" variant="default">
          Existencias
        </LinkButton>
        <LinkButton to="/movimiento" variant="default">
          Movimientos
        </LinkButton>
      </PageHeader>
      {metodo && <MetodoDialog onClose={() => setMetodo(false)} />}
      <div className={classes.tools}>
        <Producto onChoose={({ id }) => listing.setFilter('producto', id)} />
        <ListFilter
          listing={{ ...listing, state: { ...listing.state, filters: { ...filters, ...(present && { bodega: present }) } } }}
          name="bodega"
          label="Bodega"
          anyLabel="Predeterminada"
          options={bodegas.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      {producto === '' ? (
        <p>Elija un producto para ver lo que entró, lo que salió y lo que queda.</p>
      ) : (
        <>
          {existencia && <ExistenciaResumen existencia={existencia} />}
          <KardexTabla listing={listing} answer={answer} />
        </>
      )}
    </>
  )
}

function Producto({ onChoose }: { onChoose: (producto: ProductoVenta) => void }) {
  const [miss, setMiss] = useState<string>()
  const choose = (producto: ProductoVenta) => {
    setMiss(undefined)
    onChoose(producto)
  }
  return (
    <div className={classes.picker}>
      <span aria-hidden="true">Producto</span>
      <ProductoPicker
        codigo=""
        label="Producto"
        placeholder="Escriba o escanee un producto"
        className={classes.input}
        onChoose={choose}
        onScan={choose}
        onMiss={(text) => setMiss(`«${text}» no es un producto: elíjalo de la lista.`)}
      />
      {miss && (
        <p className={classes.miss} role="alert">
          {miss}
        </p>
      )}
    </div>
  )
}
