import type { Empleado, Listing } from '@yupana/contract'

import type { ListingControl } from '../../components/data-table/use-listing.ts'
import { plainText } from '../../lib/formato/plain-text.ts'
import { fullName } from './empleado-words.ts'

const sortKey = (row: Empleado, field: string): string =>
  field === 'username' ? row.username : field === 'ultimo_ingreso' ? (row.ultimo_ingreso ?? '') : fullName(row)

/** One page of a company's people: the server sends all of them, since they are few. */
export function pageOf(rows: readonly Empleado[], { q, filters, sort, page, size }: ListingControl['state']): Listing<Empleado> {
  const words = plainText(q).split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => {
    const text = plainText(`${fullName(row)} ${row.username} ${row.mail}`)
    return (
      words.every((word) => text.includes(word)) &&
      (!filters['rol'] || String(row.rol.id) === filters['rol']) &&
      (!filters['activo'] || String(row.activo) === filters['activo'])
    )
  })
  const [field = '', direction] = sort.split(',')
  const sign = direction === 'DESC' ? -1 : 1
  const sorted = sort === '' ? found : found.toSorted((a, b) => sign * sortKey(a, field).localeCompare(sortKey(b, field), 'es'))
  return {
    content: sorted.slice(page * size, (page + 1) * size),
    totalElements: found.length,
    totalPages: Math.ceil(found.length / size),
    number: page,
    size,
    exact: true,
  }
}
