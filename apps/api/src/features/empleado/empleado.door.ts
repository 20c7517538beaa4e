// Who belongs to a company.
export { hasAdministrador, isEmpleado, join, requireGivable } from './empleado.service.ts'
