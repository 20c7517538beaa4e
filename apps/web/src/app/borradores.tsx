import { BorradorListPage } from '../features/comprobante/borrador-list-page.tsx'
import { emisorDe } from './tipos-documento.ts'

/** `/comprobante/borradores`, with the way to issue each type of draft. */
export const Borradores = () => <BorradorListPage emisorDe={emisorDe} />
