/** Why an organization cannot be called so; null when it can. */
export const organizationNameFault = (name: string): string | null => {
  if (name.trim() === '') return 'Enter a name';
  return name.trim().length > 100 ? 'At most 100 characters' : null;
};
