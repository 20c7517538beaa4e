import { useMutation, useQuery } from '@tanstack/react-query'
import type { Session } from '@yupana/contract'

import { switchCompany } from '../../domain/cuenta/switch-company.ts'
import classes from './business-panel.module.css'
import { CompanyList } from './company-list.tsx'
import { companiesQuery } from './sesion.queries.ts'

interface BusinessPanelProps {
  session: Session
  onSwitched: () => void
}

/** Which company this is, and the others of the same user, to go on in one of them (O-39). */
export function BusinessPanel({ session, onSwitched }: BusinessPanelProps) {
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
          <CompanyList companies={companies} busy={change.isPending} onPick={change.mutate} currentId={session.businessId} />
        </>
      )}
    </div>
  )
}
