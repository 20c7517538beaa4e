import { LISTING_EXACT_LIMIT, PAGE_SIZES, type Listing } from '@yupana/contract'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { NativeSelect } from '../native-select.tsx'
import classes from './table-pager.module.css'
import type { ListingControl } from './use-listing.ts'

/** «132», or «más de 10 000» beyond the counting limit (O-110). */
export const totalText = ({ totalElements, exact }: Pick<Listing<unknown>, 'totalElements' | 'exact'>): string =>
  exact ? String(totalElements) : `más de ${String(LISTING_EXACT_LIMIT).replace(/000$/, ' 000')}`

/** Page numbers around this one. */
export const pagesAround = (page: number, total: number): number[] =>
  [page - 2, page - 1, page, page + 1, page + 2].filter((at) => at >= 0 && at < total)

interface StepProps {
  label: string
  isOff: boolean
  isCurrent?: boolean
  onGo: () => void
  children: ReactNode
}

/** Stays focusable when disabled, so that the focus does not vanish on the last page. */
const Step = ({ label, isOff, isCurrent = false, onGo, children }: StepProps) => (
  <button
    type="button"
    className={classes.step}
    aria-label={label}
    aria-disabled={isOff || undefined}
    aria-current={isCurrent ? 'page' : undefined}
    data-number={typeof children === 'number' || undefined}
    onClick={() => !isOff && !isCurrent && onGo()}
  >
    {children}
  </button>
)

export function TablePager({ answer, listing }: { answer: Listing<unknown>; listing: ListingControl }) {
  const { first, page, size } = listing.state
  const { content, totalElements, totalPages, exact } = answer
  const isLast = exact ? page >= totalPages - 1 : content.length < size
  return (
    <div className={classes.pager}>
      <p role="status">
        {totalElements === 0 ? 'Sin registros' : `Mostrando ${first + 1} a ${first + content.length} de ${totalText(answer)}`}
      </p>
      <nav aria-label="Páginas" className={classes.steps}>
        <Step label="Primera página" isOff={page === 0} onGo={() => listing.setPage(0)}>
          <IconChevronsLeft size={16} />
        </Step>
        <Step label="Página anterior" isOff={page === 0} onGo={() => listing.setPage(page - 1)}>
          <IconChevronLeft size={16} />
        </Step>
        {pagesAround(page, Math.max(totalPages, 1)).map((at) => (
          <Step key={at} label={`Página ${at + 1}`} isOff={false} isCurrent={at === page} onGo={() => listing.setPage(at)}>
            {at + 1}
          </Step>
        ))}
        <Step label="Página siguiente" isOff={isLast} onGo={() => listing.setPage(page + 1)}>
          <IconChevronRight size={16} />
        </Step>
        {exact && (
          <Step label="Última página" isOff={isLast} onGo={() => listing.setPage(totalPages - 1)}>
            <IconChevronsRight size={16} />
          </Step>
        )}
      </nav>
      <label className={classes.size}>
        Filas
        <NativeSelect
          value={String(size)}
          data={PAGE_SIZES.map(String)}
          onChange={(event) => listing.setSize(Number(event.currentTarget.value))}
        />
      </label>
    </div>
  )
}
