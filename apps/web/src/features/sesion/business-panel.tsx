import { useMutation, useQuery } from '@tanstack/react-query'
import type { Session } from '@yupana/contract'
import { Link } from 'react-router'

import { companiesQuery } from '../../domain/cuenta/companies.queries.ts'
import { switchCompany } from '../../domain/cuenta/switch-company.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './business-panel.module.css'
import { CompanyList } from './company-list.tsx'

interface BusinessPanelProps {
  session: Session
  onSwitched: () => void
  /** Called when another screen is opened. */
  onLeave: () => void
}

/** This company, and the user's other companies, to switch to (O-39). */
export function BusinessPanel({ session, onSwitched, onLeave }: BusinessPanelProps) {
  const { data: companies = [] } = useQuery(companiesQuery())
  const change = useMutation({ mutationFn: switchCompany, onSuccess: onSwitched })
  return (
    <div className={classes.panel}>
      <div>
        <strong>{session.businessName}</strong>
        {session.businessId !== null && <p className={classes.ruc}>RUC {session.businessRuc}</p>}
      </div>
      {companies.length > 1 && (
        <>
          <h2>Cambiar de empresa</h2>
          {hasRight('declaracion:presentar') && (
            <Link to="/empresas" onClick={onLeave}>
              Todas de un vistazo
            </Link>
          )}
          <CompanyList companies={companies} busy={change.isPending} onPick={change.mutate} currentId={session.businessId} />
        </>
      )}
    </div>
  )
}
