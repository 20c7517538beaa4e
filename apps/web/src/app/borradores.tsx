import { BorradorListPage } from '../features/comprobante/borrador-list-page.tsx'
import { emisorDe } from './tipos-documento.ts'

/** `/comprobante/borradores`, with how each type of draft is issued. */
export const Borradores = () => <BorradorListPage emisorDe={emisorDe} />
