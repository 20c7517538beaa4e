// Members of a company.
export { hasAdministrador, isEmpleado, join, requireGivable, requirePresente } from './empleado.service.ts'
