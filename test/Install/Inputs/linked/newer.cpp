static_assert(__cplusplus > 202002L, "C++23 was asked for");
