import type { CompanyChoice } from '@yupana/contract'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { CompanyList } from './company-list.tsx'

interface CompanyPickerProps {
  companies: readonly CompanyChoice[]
  busy: boolean
  onPick: (id: string) => void
}

export const CompanyPicker = (props: CompanyPickerProps) => (
  <Dialog opened title="Seleccionar Empresa">
    <CompanyList {...props} />
  </Dialog>
)
